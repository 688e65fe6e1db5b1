// run: cairn prove %s
// exit: 1
// others: proved 9
// Without separation a copy may overwrite what it has still to read.

/*@ requires \valid(a + (0 .. 2)) && \valid(b + (0 .. 2));
    assigns b[0 .. 2];
    ensures b[0] == \old(a[0]);   //~ proved postcondition
    ensures b[1] == \old(a[1]);   //~ violated postcondition
    ensures b[2] == \old(a[2]);   //~ violated postcondition
*/
void copy(const int *a, int *b) {
    b[0] = a[0];
    b[1] = a[1];
    b[2] = a[2];
}

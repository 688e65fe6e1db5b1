// A function that counts one element too few: an execution shows it, but none is found.
// run: cairn prove %s
// today: exit 2, proved 1, unknown 1
// others: proved

/*@ logic integer Zeros(int *a, integer n) = n <= 0 ? 0 : Zeros(a, n - 1) + (a[n - 1] == 0 ? 1 : 0); */

/*@ requires \valid_read(a + (0 .. 1));
    assigns \nothing;
    ensures \result == Zeros(a, 2);   //~ violated postcondition
*/
int zeros(int *a) {
    return a[0] == 0;
}

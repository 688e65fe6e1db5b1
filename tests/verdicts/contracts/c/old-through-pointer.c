// run: cairn check %s
// others: proved 5

/*@ requires \valid(p) && *p < 1000;
    ensures *p == \old(*p) + 1;   //~ proved postcondition
*/
void bump(int *p) { *p = *p + 1; }

int main(void) {
    int x = 5;
    bump(&x);
    //@ assert x == 6;   //~ proved assertion
    return 0;
}

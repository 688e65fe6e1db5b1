// run: cairn prove %s
// exit: 1
// others: proved 36
// Two pointers may be the same: a swap does not care, a sum does.

/*@ requires \valid(p) && \valid(q);
    assigns *p, *q;
    ensures *p == \old(*q) && *q == \old(*p);
*/
void swap(int *p, int *q) {
    int kept = *p;
    *p = *q;
    *q = kept;
}

/*@ requires \valid(p) && \valid(q);
    assigns *p, *q;
    ensures *p == \old(*q);   //~ violated postcondition
    ensures *q == \old(*p);
*/
void swap_by_xor(unsigned *p, unsigned *q) {
    *p ^= *q;
    *q ^= *p;
    *p ^= *q;
}

/*@ requires \valid(p) && \valid(q) && \separated(p, q);
    assigns *p, *q;
    ensures *p == \old(*q) && *q == \old(*p);
*/
void swap_apart(unsigned *p, unsigned *q) {
    *p ^= *q;
    *q ^= *p;
    *p ^= *q;
}

/*@ requires \valid(a + (0 .. 2));
    assigns a[0], a[2];
    ensures a[0] == \old(a[2]) && a[1] == \old(a[1]) && a[2] == \old(a[0]);
*/
void turn(int *a) { swap(&a[0], &a[2]); }

// run: cairn prove %s
// others: proved 8

/*@ requires n <= 1000 && \valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1));
    assigns \nothing;
    ensures \result <==> (\forall integer i; 0 <= i < n ==> a[i] == b[i]);
*/
int equal(const char *a, unsigned n, const char *b) {
    /*@ loop invariant i <= n;
        loop invariant \forall integer k; 0 <= k < i ==> a[k] == b[k];
        loop assigns i;
        loop variant n - i;
    */
    for (unsigned i = 0; i < n; i++)
        if (a[i] != b[i]) return 0;
    return 1;
}

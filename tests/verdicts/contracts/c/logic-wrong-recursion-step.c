// Off by one in the invariant, and in what is promised.
// run: cairn prove %s
// exit: 2
// others: proved

/*@ logic integer Sum(int *a, integer n) = n <= 0 ? 0 : Sum(a, n - 1) + a[n - 1]; */

/*@ requires n <= 3 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result == Sum(a, n + 1);   //~ unknown postcondition
*/
long sum(int *a, unsigned n) {
    long sum = 0;
    /*@ loop invariant i <= n && -4294967296 * 4 <= sum <= 4294967296 * 4;
        loop invariant sum == Sum(a, i);
        loop assigns i, sum;
        loop variant n - i;
    */
    for (unsigned i = 0; i < n; i++) sum += a[i];
    return sum;
}

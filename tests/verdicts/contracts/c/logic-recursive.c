// Recursive logic functions: the loop counts what the function counts.
// run: cairn prove %s
// others: proved 9

/*@ logic integer Zeros(int *a, integer n) = n <= 0 ? 0 : Zeros(a, n - 1) + (a[n - 1] == 0 ? 1 : 0); */

/*@ requires n <= 100 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result == Zeros(a, n);
*/
unsigned zeros(int *a, unsigned n) {
    unsigned count = 0;
    /*@ loop invariant i <= n && count <= i && count == Zeros(a, i);
        loop assigns i, count;
        loop variant n - i;
    */
    for (unsigned i = 0; i < n; i++)
        if (a[i] == 0) count++;
    return count;
}

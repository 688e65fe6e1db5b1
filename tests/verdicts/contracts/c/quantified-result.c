// run: cairn prove %s
// exit: 1
// others: proved 9

// A result that is true exactly if something holds for all elements.

/*@ requires n <= 1000 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result <==> (\forall integer i; 0 <= i < n ==> a[i] == 0);
*/
int is_zero(const int *a, unsigned n) {
    /*@ loop invariant 0 <= i <= n;
        loop invariant \forall integer k; 0 <= k < i ==> a[k] == 0;
        loop assigns i;
        loop variant n - i;
    */
    for (unsigned i = 0; i < n; i++)
        if (a[i] != 0) return 0;
    return 1;
}

/*@ requires \valid_read(a + (0 .. 2));
    assigns \nothing;
    ensures \result <==> (\forall integer i; 0 <= i < 3 ==> a[i] == 0);   //~ violated postcondition
*/
int is_zero_wrongly(const int *a) { return a[0] == 0 && a[2] == 0; }

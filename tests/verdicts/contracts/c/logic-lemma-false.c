// A lemma that does not hold is not used silently: it is a property of its own, and the run says so.
// run: cairn prove %s
// exit: 2
// others: proved 2

/*@ logic integer Zeros(int *a, integer n) = n <= 0 ? 0 : Zeros(a, n - 1) + (a[n - 1] == 0 ? 1 : 0); */
/*@ lemma none: \forall int *a, integer n; n == 1 ==> Zeros(a, n) == 0; */ //~ unknown assertion

/*@ requires \valid_read(a);
    assigns \nothing;
    ensures \result == 0 || Zeros(a, 1) == 1;
*/
int first_is_zero(int *a) {
    return a[0] == 0;
}

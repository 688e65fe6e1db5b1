// Lemmas are shown, by induction where they need it, before they are used.
// run: cairn prove %s
// others: proved 3

/*@ logic integer Zeros(int *a, integer n) = n <= 0 ? 0 : Zeros(a, n - 1) + (a[n - 1] == 0 ? 1 : 0); */
/*@ lemma not_negative: \forall int *a, integer n; 0 <= Zeros(a, n); */
/*@ lemma at_most: \forall int *a, integer n; 0 <= n ==> Zeros(a, n) <= n; */

/*@ requires \valid_read(a + (0 .. n - 1)) && n <= 1000;
    assigns \nothing;
    ensures Zeros(a, n) >= 0;
*/
void uses(int *a, unsigned n) {}

// What is written behind the end changes nothing of what is counted: a lemma about two states says so, shown by induction.
// run: cairn prove %s
// others: proved

/*@ logic integer Zeros{L}(int *a, integer n) = n <= 0 ? 0 : Zeros{L}(a, n - 1) + (a[n - 1] == 0 ? 1 : 0); */
/*@ lemma unchanged{K, L}: \forall int *a, integer n;
      (\forall integer i; 0 <= i < n ==> \at(a[i], K) == \at(a[i], L)) ==> Zeros{K}(a, n) == Zeros{L}(a, n);
*/

/*@ requires \valid(a + (0 .. 9));
    assigns a[9];
    ensures Zeros(a, 9) == \old(Zeros(a, 9));
*/
void write_last(int *a, int x) {
    a[9] = x;
}

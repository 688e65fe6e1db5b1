// What is written among the elements may change what is counted.
// run: cairn prove %s
// exit: 2
// others: proved

/*@ logic integer Zeros{L}(int *a, integer n) = n <= 0 ? 0 : Zeros{L}(a, n - 1) + (a[n - 1] == 0 ? 1 : 0); */
/*@ lemma unchanged{K, L}: \forall int *a, integer n;
      (\forall integer i; 0 <= i < n ==> \at(a[i], K) == \at(a[i], L)) ==> Zeros{K}(a, n) == Zeros{L}(a, n);
*/

/*@ requires \valid(a + (0 .. 9));
    assigns a[8];
    ensures Zeros(a, 9) == \old(Zeros(a, 9));   //~ unknown postcondition
*/
void write_last(int *a, int x) {
    a[8] = x;
}

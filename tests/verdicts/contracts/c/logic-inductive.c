// Cases of an inductive predicate hold.
// run: cairn prove %s
// others: proved 10

/*@ inductive even(integer n) {
      case zero: even(0);
      case next: \forall integer n; even(n) ==> even(n + 2);
    }
*/

/*@ requires 0 <= n <= 1000;
    assigns \nothing;
    ensures even(\result);
*/
int twice(int n) {
    int r = 0;
    /*@ loop invariant 0 <= i <= n && r == 2 * i && even(r);
        loop assigns i, r;
        loop variant n - i;
    */
    for (int i = 0; i < n; i++) r += 2;
    return r;
}

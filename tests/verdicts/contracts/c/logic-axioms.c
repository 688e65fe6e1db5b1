// Axioms are used, and listed as assumed.
// run: cairn prove %s
// others: proved 1

/*@ axiomatic Height {
      logic integer height(integer n);
      axiom positive: \forall integer n; height(n) > 0;
    }
*/

/*@ assigns \nothing;
    ensures height(x) != 0;
*/
void f(int x) {}

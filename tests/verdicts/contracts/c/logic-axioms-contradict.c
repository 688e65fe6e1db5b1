// Axioms that contradict each other prove nothing.
// run: cairn prove %s
// exit: 2

/*@ axiomatic Height {
      logic integer height(integer n);
      axiom positive: \forall integer n; height(n) > 0;
      axiom negative: \forall integer n; height(n) < 0;
    }
*/

/*@ assigns \nothing;
    ensures height(x) == 0;
*/
void f(int x) {}

// Axioms that contradict each other prove nothing.
// run: cairn prove %s
// exit: 2
// diagnostics: warning U0009

/*@ axiomatic Height {
      logic integer height(integer n);
      axiom positive: \forall integer n; height(n) > 0;
      axiom negative: \forall integer n; height(n) < 0;
    }
*/

/*@ assigns \nothing;
    ensures height(x) == 0;   //~ proved postcondition unreachable
*/
void f(int x) {}   //~ warning U0009

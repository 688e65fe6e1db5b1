// run: cairn prove %s
// exit: 2
// diagnostics: warning U0009
// others: proved 2
// A precondition that no state satisfies proves nothing.

/*@ requires x > 3 && x < 3;
    ensures \result == 17;
*/
int impossible(int x) { return x + 1; }   //~ warning U0009

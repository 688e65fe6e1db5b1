// run: cairn prove %s
// exit: 2
// others: proved 3

// `pong` has no measure, so nothing shows that `decreases` of `ping` holds.
int pong(int n);
/*@ decreases n; ensures \result == 0; */   //~ unsupported postcondition
int ping(int n) { return n <= 0 ? 0 : pong(n - 1); }   //~ unsupported unsupported
/*@ ensures \result == 0; */
int pong(int n) { return n <= 0 ? 0 : ping(n - 1); }

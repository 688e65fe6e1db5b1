// run: cairn check %s
// others: proved 2

// A parameter in a postcondition means the value that it came with.
/*@ requires 0 <= n < 100;
    ensures \result == n + 1;   //~ proved postcondition
*/
int next(int n) { n = n + 1; return n; }

int main(void) { return next(4); }

// run: cairn prove %s
// exit: 1
// others: proved 11

// Two functions that call each other: every call must decrease the measure of the function it calls.

int odd(unsigned n);
/*@ decreases n; ensures \result == 1 || \result == 0; */
int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
/*@ decreases n; ensures \result == 1 || \result == 0; */
int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

int there(unsigned n);
/*@ decreases n; ensures \result == 1; */
int back(unsigned n) { return n == 0 ? 1 : there(n - 1); }
/*@ decreases n; ensures \result == 1; */
int there(unsigned n) { return back(n); }   //~ violated variant

// What a function that calls itself writes is found out, although it calls itself.
static int calls;
/*@ requires 0 <= n <= 100 && calls == 0; ensures \result == n; */
int counted(int n) { int m = n; while (m > 0) m--; calls = n; return n; }
/*@ decreases n; ensures \result >= 0; */
unsigned factorial(unsigned n) { return n == 0 ? 1 : n * factorial(n - 1); }

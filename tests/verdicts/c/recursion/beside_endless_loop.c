// A recursion that ends is decided by its own depth, and a loop that ends by its own length, whatever never ends
// behind them.
// run: cairn check %s
// exit: 0
// others: proved 3
#include <assert.h>
extern int nondet_int(void);

static int sum_to(int n) { return n <= 0 ? 0 : n + sum_to(n - 1); }

int main(void) {
    int n = nondet_int();
    int product = 1;
    if (n >= 0 && n <= 6)
        assert(sum_to(n) <= 21); //~ proved assertion
    for (int i = 0; i < 4; i++)
        product *= 2; //~ proved overflow
    assert(product == 16); //~ proved assertion
    for (;;)
        n = 0;
}

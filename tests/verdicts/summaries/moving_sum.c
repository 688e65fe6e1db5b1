// What a function requires at its calls matters as much as what it ensures: nothing overflows.
// run: cairn check %s
// others: proved 5
// needs: solvers
#include <assert.h>
int nondet_int(void);

static int sum(int n, int m) {
    if (n <= 0)
        return m + n;
    return sum(n - 1, m + 1);
}

int main(void) {
    int a = nondet_int(), b = nondet_int();
    if (a < 0 || b < 0 || a > 1000000 || b > 1000000)
        return 0;
    assert(sum(a, b) == a + b);
    return 0;
}

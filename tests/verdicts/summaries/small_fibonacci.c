// The recursion has two calls; every number but the first two is at least its index less one.
// run: cairn check %s --check assertion
// others: proved 5
// needs: solvers
#include <assert.h>
int nondet_int(void);

static long long fibonacci(int n) {
    if (n < 1)
        return 0;
    if (n == 1)
        return 1;
    return fibonacci(n - 1) % 1000000000 + fibonacci(n - 2) % 1000000000;
}

int main(void) {
    int n = nondet_int();
    long long f = fibonacci(n);
    assert(f >= 0);
    assert(n > 0 || f == 0);
    return 0;
}

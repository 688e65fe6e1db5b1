// A saturating sum as control loops use it: tested before it is made, so it never overflows.
// run: cairn check %s
// others: proved 5
#include <assert.h>
#include <limits.h>
int __VERIFIER_nondet_int(void);

static int saturating_add(int a, int b) {
    if (b > 0 && a > INT_MAX - b)
        return INT_MAX;
    if (b < 0 && a < INT_MIN - b)
        return INT_MIN;
    return a + b;
}

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int sum = saturating_add(a, b);
    assert(b < 0 || sum >= a);
    assert(b > 0 || sum <= a);
    return 0;
}

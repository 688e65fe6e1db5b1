// The compiler's own overflow test.
// run: cairn check %s
// others: proved 4
#include <assert.h>
#include <limits.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), sum;
    if (!__builtin_add_overflow(a, b, &sum))
        assert((long long)sum == (long long)a + b);
    else
        assert((a > 0) == (b > 0));
    assert(__builtin_mul_overflow(INT_MAX, 2, &sum) && sum == -2);
    return 0;
}

/* Proved for every input: the sum of two samples, kept in range. Try:

       cairn check examples/c/saturate.c */

#include <assert.h>
#include <stdint.h>

int16_t __VERIFIER_nondet_short(void);

static int16_t saturated(int16_t a, int16_t b) {
    int32_t sum = (int32_t)a + b;
    if (sum > INT16_MAX)
        return INT16_MAX;
    if (sum < INT16_MIN)
        return INT16_MIN;
    return (int16_t)sum;
}

int main(void) {
    int16_t a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
    int16_t sum = saturated(a, b);
    assert(b < 0 || sum >= a);
    assert(b > 0 || sum <= a);
    return 0;
}

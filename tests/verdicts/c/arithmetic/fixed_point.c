// Q15 fixed-point numbers: the product of -1 and -1 is the only one that needs saturation.
// run: cairn check %s
// others: proved 4
#include <assert.h>
#include <stdint.h>
short __VERIFIER_nondet_short(void);

typedef int16_t q15;

static q15 multiply(q15 a, q15 b) {
    int32_t product = ((int32_t)a * b) / 32768;
    return product > INT16_MAX ? INT16_MAX : (q15)product;
}

int main(void) {
    q15 a = __VERIFIER_nondet_short();
    assert(multiply(a, 0) == 0);
    assert(multiply(a, 16384) == a / 2);
    assert(multiply(INT16_MIN, INT16_MIN) == INT16_MAX);
    return 0;
}

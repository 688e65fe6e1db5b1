// Rounding down and up brackets the exact sum; rounding to nearest gives one of the two.
// run: cairn check %s
// exit: 1
// others: proved 3
#include <assert.h>
#include <fenv.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    float a = 0x1p24f + 2 * __VERIFIER_nondet_uchar();
    float b = __VERIFIER_nondet_uchar() * 0.25f;
    fesetround(FE_DOWNWARD);
    float low = a + b;
    fesetround(FE_UPWARD);
    float high = a + b;
    fesetround(FE_TONEAREST);
    float near = a + b;
    assert(low <= high);
    assert(near == low || near == high);
    assert(low == high); //~ violated assertion
    return 0;
}

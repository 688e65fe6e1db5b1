// A float that does not fit the integer is undefined; truncation is towards zero.
// run: cairn check %s --check conversion
// exit: 1
// others: proved 6
#include <assert.h>
float __VERIFIER_nondet_float(void);

int main(void) {
    assert((int)2.9f == 2 && (int)-2.9f == -2);
    float x = __VERIFIER_nondet_float();
    if (x >= 0.0f && x < 1000.0f)
        assert((int)x >= 0 && (int)x < 1000);
    short y = (short)x; //~ violated conversion
    return y;
}

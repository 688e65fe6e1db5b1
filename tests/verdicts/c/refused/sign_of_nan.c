// There is one NaN here: which sign it has is not known.
// run: cairn check %s
// exit: 2
// others: proved 3
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (!isnan(x))
        assert(signbit(-x) != signbit(x) || x != x);
    float y = copysignf(1, x); //~ unsupported unsupported
    return y > 0;
}

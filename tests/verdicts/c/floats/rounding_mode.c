// `fesetround` changes how results are rounded; `rint` follows, `roundeven` and constants do not.
// run: cairn check %s
// others: proved 13
#include <assert.h>
#include <fenv.h>
#include <math.h>

static float sum(float a, float b) { return a + b; }

int main(void) {
    float tiny = 0x1p-30f;
    assert(fegetround() == FE_TONEAREST);
    assert(sum(1, tiny) == 1);
    int fails = fesetround(FE_UPWARD);
    assert(fails == 0 && fegetround() == FE_UPWARD);
    assert(sum(1, tiny) > 1);
    assert(sum(-1, -tiny) == -1);
    assert(rint(2.25) == 3 && rint(-2.75) == -2);
    int large = 16777217;
    assert((float)large == 16777218.0f);
    fesetround(FE_DOWNWARD);
    assert(sum(1, tiny) == 1);
    assert(sum(-1, -tiny) < -1);
    assert((float)large == 16777216.0f);
    fesetround(FE_TOWARDZERO);
    assert(rint(2.75) == 2 && rint(-2.75) == -2);
    assert(fesetround(12345) != 0);
    assert(fegetround() == FE_TOWARDZERO);
    return 0;
}

// Every comparison with NaN is false, so a clamp lets it through.
// run: cairn check %s
// exit: 1
// others: proved 1
#include <assert.h>
float __VERIFIER_nondet_float(void);

static float clamp(float x) {
    if (x < -1.0f)
        return -1.0f;
    if (x > 1.0f)
        return 1.0f;
    return x;
}

int main(void) {
    float y = clamp(__VERIFIER_nondet_float());
    assert(!(y > 1.0f) && !(y < -1.0f));
    assert(y >= -1.0f && y <= 1.0f); //~ violated assertion
    return 0;
}

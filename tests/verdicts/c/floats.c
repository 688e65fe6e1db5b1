// run: cairn check %s
// others: proved 8
#include <assert.h>
#include <math.h>
double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (!(x >= 0 && x <= 100))
        return 0;
    assert(floor(x) <= x && ceil(x) >= x && fabs(-x) == x);
    assert(!isnan(x) && isfinite(x));
    int whole = (int)x;
    assert(whole >= 0 && whole <= 100);
    assert(sqrt(16.0) == 4.0 && fmod(7.5, 2.0) == 1.5 && copysign(1.0, -0.0) == -1.0);
    float f = 0.1f;
    assert((double)f != 0.1);
    long double third = 1.0L / 3.0L;
    assert(third != (double)third);
    double s = sin(x);
    assert(s >= -1 && s <= 1);
    return 0;
}

// Of two zeros C lets either be the smaller one and the greater one; libraries differ.
// run: cairn check %s
// exit: 1
// others: proved 5
#include <assert.h>
#include <math.h>

int main(void) {
    double plus = 0.0, minus = -0.0;
    double less = fmin(plus, minus), more = fmax(minus, plus);
    assert(less == 0.0 && more == 0.0);
    assert(fmin(1.0, minus) == 0.0 && fmax(NAN, 2.0) == 2.0);
    if (signbit(less))
        assert(signbit(more)); //~ violated assertion
    else
        assert(!signbit(more)); //~ violated assertion
    return 0;
}

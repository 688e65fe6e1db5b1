// Two zeros that compare equal and can be told apart.
// run: cairn check %s
// others: proved 7
#include <assert.h>
#include <math.h>
int main(void) {
    double plus = 0.0, minus = -0.0;
    assert(plus == minus);
    assert(signbit(minus) && !signbit(plus));
    assert(fabs(minus) == 0.0 && !signbit(fabs(minus)));
    assert(sqrt(2.25) == 1.5 && floor(-1.5) == -2.0 && fmod(7.0, 3.0) == 1.0);
    return 0;
}

// A power with an integer exponent is near the exact one; nothing promises that it is the nearest.
// run: cairn check %s
// exit: 1
// others: proved 3
#include <assert.h>

int main(void) {
    double eight = __builtin_powi(2.0, 3);
    assert(eight > 7.99 && eight < 8.01);
    float quarter = __builtin_powif(-2.0f, -2);
    assert(quarter > 0.249f && quarter < 0.251f);
    assert(__builtin_powi(5.5, 1) == 5.5 && __builtin_powi(5.5, 0) == 1);
    assert(eight == 8); //~ violated assertion
    return 0;
}

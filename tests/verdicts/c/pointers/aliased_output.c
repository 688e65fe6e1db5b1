// Two output parameters that may be the same variable.
// run: cairn check %s
// exit: 1
// others: proved 4
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

static void split(unsigned value, unsigned *high, unsigned *low) {
    *high = value / 256;
    *low = value % 256;
    assert(*high * 256 + *low == value); //~ violated assertion
}

int main(void) {
    unsigned a, b;
    split(0x1234, &a, __VERIFIER_nondet_bool() ? &a : &b);
    return 0;
}

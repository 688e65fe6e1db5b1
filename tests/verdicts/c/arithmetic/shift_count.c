// A shift by the width of the type is undefined, even of an unsigned number.
// run: cairn check %s
// exit: 1
// others: proved 0
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);

static uint32_t low_bits(unsigned count) {
    return ((uint32_t)1 << count) - 1; //~ violated shift
}

int main(void) {
    unsigned count = __VERIFIER_nondet_uint();
    if (count > 32)
        return 0;
    return low_bits(count) == 0;
}

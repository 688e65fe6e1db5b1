// Register fields by shifting: bit 31 of a signed 1 is the classical mistake.
// run: cairn check %s
// exit: 1
// others: proved 4
#include <assert.h>
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);

static uint32_t rotate_left(uint32_t x, unsigned n) {
    return n == 0 ? x : x << n | x >> (32 - n);
}

int main(void) {
    uint32_t x = __VERIFIER_nondet_uint();
    unsigned n = __VERIFIER_nondet_uint() % 32;
    assert(rotate_left(rotate_left(x, n), (32 - n) % 32) == x);
    int mask = 1 << n; //~ violated overflow
    return mask != 0;
}

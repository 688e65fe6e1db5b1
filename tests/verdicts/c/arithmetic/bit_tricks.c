// Counting bits in parallel, and the next power of two.
// run: cairn check %s
// others: proved 6
#include <assert.h>
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);
unsigned short __VERIFIER_nondet_ushort(void);

static unsigned count(uint32_t x) {
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    x = x + (x >> 4) & 0x0F0F0F0F;
    return x * 0x01010101 >> 24;
}

int main(void) {
    uint32_t x = __VERIFIER_nondet_ushort(), y = __VERIFIER_nondet_uint();
    unsigned bits = 0;
    for (int i = 0; i < 16; i++)
        bits += x >> i & 1;
    assert(count(x) == bits);
    assert((y & (y - 1)) == 0 || y > 2);
    assert((y & -y) == 0 || ((y & -y) & ((y & -y) - 1)) == 0);
    assert(__builtin_popcount(x) == (int)bits);
    return 0;
}

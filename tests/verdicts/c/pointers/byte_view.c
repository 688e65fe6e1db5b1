// The bytes of an int, read and written through a pointer to unsigned char.
// run: cairn check %s
// others: proved 7
#include <assert.h>
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);

static uint32_t swapped(uint32_t word) {
    uint32_t result;
    const unsigned char *in = (const unsigned char *)&word;
    unsigned char *out = (unsigned char *)&result;
    for (int i = 0; i < 4; i++)
        out[3 - i] = in[i];
    return result;
}

int main(void) {
    uint32_t x = __VERIFIER_nondet_uint();
    assert(swapped(x) == (x << 24 | (x & 0xFF00) << 8 | (x >> 8 & 0xFF00) | x >> 24));
    assert(swapped(swapped(x)) == x);
    return 0;
}

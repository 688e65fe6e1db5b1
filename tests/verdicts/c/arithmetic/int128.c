// A 64-bit product with all its bits.
// run: cairn check %s
// others: proved 2
#include <assert.h>
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    uint64_t a = (uint64_t)__VERIFIER_nondet_uint() << 32;
    unsigned __int128 product = (unsigned __int128)a * ((uint64_t)1 << 33);
    assert((uint64_t)product == 0);
    assert((uint64_t)(product >> 64) == a >> 31);
    return 0;
}

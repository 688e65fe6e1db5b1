// Unsigned numbers wrap by definition; a tick counter that has wrapped still measures time.
// run: cairn check %s
// others: proved 2
#include <assert.h>
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);

static uint32_t elapsed(uint32_t now, uint32_t since) {
    return now - since;
}

int main(void) {
    uint32_t start = __VERIFIER_nondet_uint(), ticks = __VERIFIER_nondet_uint();
    uint32_t now = start + ticks;
    assert(elapsed(now, start) == ticks);
    assert((uint32_t)(UINT32_MAX + 1u) == 0);
    return 0;
}

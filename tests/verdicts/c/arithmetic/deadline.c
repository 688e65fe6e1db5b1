// Comparing times by `now >= deadline` is wrong once the counter wraps.
// run: cairn check %s
// exit: 1
// others: proved 0
#include <assert.h>
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);

static int expired(uint32_t now, uint32_t deadline) {
    return now >= deadline;
}

int main(void) {
    uint32_t start = __VERIFIER_nondet_uint();
    uint32_t deadline = start + 100u;
    assert(!expired(start, deadline)); //~ violated assertion
    return 0;
}

// Megabytes are copied without a formula for each byte.
// run: cairn check %s
// others: proved 12
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
static unsigned char from[1 << 20], to[1 << 20];

int main(void) {
    unsigned at = __VERIFIER_nondet_uint() % sizeof from;
    from[at] = 42;
    memcpy(to, from, sizeof to);
    assert(to[at] == 42);
    memset(from, 0, sizeof from);
    assert(from[at] == 0 && to[at] == 42);
    return 0;
}

// A recursion whose depth is an input: its result needs a summary.
// run: cairn check %s --timeout 3
// others: proved
#include <assert.h>
unsigned nondet_uint(void);

static unsigned same(unsigned n) {
    return n == 0 ? 0 : 1 + same(n - 1);
}

int main(void) {
    unsigned n = nondet_uint();
    assert(same(n) == n);
    return 0;
}

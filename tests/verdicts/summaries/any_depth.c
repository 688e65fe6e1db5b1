// A recursion whose depth is an input: proved by a summary of the function.
// run: cairn check %s
// others: proved 1
// needs: solvers
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

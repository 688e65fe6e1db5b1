// A variable of a recursion whose address goes to a helper that does not recurse.
// run: cairn check %s
// others: proved 2
// needs: solvers
#include <assert.h>
unsigned nondet_uint(void);

static void add(unsigned *total, unsigned what) {
    *total += what;
}

static unsigned same(unsigned n) {
    unsigned total = 0;
    if (n > 0) {
        add(&total, same(n - 1));
        add(&total, 1);
    }
    return total;
}

int main(void) {
    unsigned n = nondet_uint();
    assert(same(n) == n);
    return 0;
}

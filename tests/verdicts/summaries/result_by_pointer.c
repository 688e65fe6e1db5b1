// Each call gives its result through a pointer to a variable of the call before.
// run: cairn check %s
// others: proved 3
// needs: solvers
#include <assert.h>
unsigned nondet_uint(void);

static void same(unsigned n, unsigned *result) {
    unsigned before;
    if (n == 0) {
        *result = 0;
        return;
    }
    same(n - 1, &before);
    *result = before + 1;
}

int main(void) {
    unsigned n = nondet_uint(), r;
    same(n, &r);
    assert(r == n);
    return 0;
}

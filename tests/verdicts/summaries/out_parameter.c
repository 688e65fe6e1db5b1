// A recursion of any depth that writes through a pointer to a variable of its caller: what that holds is part of the summary.
// run: cairn check %s
// others: proved 2
// needs: solvers
#include <assert.h>
unsigned nondet_uint(void);

static void count(unsigned *total, unsigned n) {
    if (n > 0) {
        ++*total;
        count(total, n - 1);
    }
}

int main(void) {
    unsigned n = nondet_uint(), total = 0;
    count(&total, n);
    assert(total == n);
    return 0;
}

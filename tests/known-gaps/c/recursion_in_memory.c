// A recursion of any depth that writes through a pointer: its effect on memory needs a summary, too.
// run: cairn check %s --timeout 3
// others: proved
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

// What follows exit or abort does not run.
// run: cairn check %s
// others: proved 1
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static void check(int x) {
    if (x < 0)
        exit(1);
    if (x == 0)
        abort();
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    check(x);
    assert(x > 0);
    return 0;
}

// The right side of && and || runs only when it is needed.
// run: cairn check %s
// others: proved 8
#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);
static int calls;
static int called(int result) {
    calls++;
    return result;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int *p = x ? &x : NULL;
    if (p != NULL && *p > 0)
        assert(100 / *p >= 0);
    assert((called(1) || called(0)) && calls == 1);
    assert(!(called(0) && called(1)) && calls == 2);
    return 0;
}

// A negative int compared with an unsigned is a large number.
// run: cairn check %s
// exit: 1
// others: proved 2
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int fits(int length) {
    return length < sizeof(int[4]);
}

int main(void) {
    int length = __VERIFIER_nondet_int();
    assert(-1 > 0u);
    assert(!fits(-1));
    if (length <= 3)
        assert(fits(length)); //~ violated assertion
    return 0;
}

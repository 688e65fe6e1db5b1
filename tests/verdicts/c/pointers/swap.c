// The exchange without a third variable fails when both pointers are the same.
// run: cairn check %s
// exit: 1
// others: proved 7
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static void swap(unsigned *a, unsigned *b) {
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
}

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), a = x, b = y;
    swap(&a, &b);
    assert(a == y && b == x);
    swap(&a, &a);
    assert(a == y); //~ violated assertion
    return 0;
}

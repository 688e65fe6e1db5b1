// Subtracting pointers counts elements, and only within one object.
// run: cairn check %s
// exit: 1
// others: proved 5
#include <assert.h>
#include <stddef.h>
unsigned __VERIFIER_nondet_uint(void);
static int a[10], b[10];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 11, j = __VERIFIER_nondet_uint() % 11;
    int *p = a + i, *q = a + j;
    assert(p - q == (ptrdiff_t)i - (ptrdiff_t)j);
    assert((p < q) == (i < j));
    return b - p > 0; //~ violated pointer
}

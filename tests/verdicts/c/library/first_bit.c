// The first bit that is set.
// run: cairn check %s
// others: proved 5
#include <assert.h>
#include <strings.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int first = ffs(n);
    assert(first >= 0 && first <= 32);
    assert((first == 0) == (n == 0));
    if (n != 0)
        assert(n & 1u << (first - 1));
    return 0;
}

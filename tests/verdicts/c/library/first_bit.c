// `ffs` and `signbit`, declared or not.
// run: cairn check %s
// others: proved
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
    assert(signbit(-0.0)); //~ warning C0034
    assert(!signbit(2.5)); //~ proved assertion
    return 0;
}

// What comes before a loop that is not followed to its end is proved all the same, what comes inside or after it is not.
// run: cairn check %s --engine bmc --unwind 3 --unwinding assume
// exit: 0
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static unsigned half(unsigned x) {
    assert(x % 2 == 0); //~ bounded assertion
    return x / 2;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), odd = n | 1, sum = 0;
    assert(odd > 0); //~ proved assertion
    half(2 * (n & 3));
    for (unsigned i = 0; i < n; i++) {
        sum += i;
        assert(sum >= i || i > 1000); //~ bounded assertion
    }
    half(sum - sum % 2);
    assert(odd % 2 == 1); //~ bounded assertion
    return 0;
}

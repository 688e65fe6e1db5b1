// Inline functions, noreturn functions, attributes.
// run: cairn check %s
// others: proved 2
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static inline __attribute__((always_inline)) int limit(int x) { return x > 9 ? 9 : x; }
static _Noreturn void fail(void) { exit(2); }

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (__builtin_expect(x < 0, 0))
        fail();
    assert(limit(x) >= 0 && limit(x) <= 9);
    return 0;
}

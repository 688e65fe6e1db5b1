// Where ranges show that the assumptions contradict each other, nothing is verified.
// run: cairn check %s --engine intervals
// exit: 2
// diagnostics: warning U0009
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __CPROVER_assume(x > 10);
    __CPROVER_assume(x < 5);
    assert(x == 7); //~ proved assertion
    return 0;
}

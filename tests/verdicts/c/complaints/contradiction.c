// Assumptions that contradict each other verify nothing.
// run: cairn check %s
// exit: 2
// diagnostics: warning U0009
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 10);
    __VERIFIER_assume(x < 5);
    assert(x == 1); //~ proved assertion unreachable
    return 0;
}

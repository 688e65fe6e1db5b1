// Where part of a condition is not supported, nothing is said about executions that take the other way.
// run: cairn check %s
// exit: 2
// others: proved 1
#include <assert.h>

int main(void) {
    int never = 0;
    assert(!never);
    if (never && __builtin_creal(1.0)) { //~ unsupported unsupported
        never = 1;
    }
    assert(never); //~ unsupported assertion
    return 0;
}

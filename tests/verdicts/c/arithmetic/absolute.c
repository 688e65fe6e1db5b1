// The absolute value of INT_MIN is no int.
// run: cairn check %s
// exit: 1
// others: proved 1
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int absolute(int x) {
    return x < 0 ? -x : x; //~ violated overflow
}

int main(void) {
    int distance = absolute(__VERIFIER_nondet_int());
    assert(distance >= 0);
    return 0;
}

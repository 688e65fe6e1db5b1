// A check that no execution reaches is proved, but the report says that it is not reached.
// run: cairn check %s
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int speed = __VERIFIER_nondet_int();
    if (speed > 100 && speed < 50)
        assert(speed == 0); //~ proved assertion unreachable
    assert(speed <= 100 || speed >= 50); //~ proved assertion
    return 0;
}

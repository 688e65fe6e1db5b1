// A forgotten break.
// run: cairn check %s
// exit: 1
// others: proved 1
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int priority(int code) {
    int result;
    switch (code) {
    case 1:
    case 2: result = 10; break;
    case 3: result = 20;
    default: result = 0;
    }
    return result;
}

int main(void) {
    int code = __VERIFIER_nondet_int();
    if (code == 1 || code == 2)
        assert(priority(code) == 10);
    if (code == 3)
        assert(priority(code) == 20); //~ violated assertion
    return 0;
}

// A recursion with a bound of its own in a loop that never ends.
// run: cairn check %s --timeout 5
// today: exit 2
// others: proved
#include <assert.h>
extern int nondet_int(void);

static int depth(int n) {
    if (n <= 0)
        return 0;
    return 1 + depth(n / 2);
}

int main(void) {
    for (;;) {
        int number = nondet_int();
        if (number > 0 && number < 100)
            assert(depth(number) <= 7); //~ proved assertion
    }
}

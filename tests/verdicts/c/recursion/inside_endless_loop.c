// What is reached again in each round of a loop that never ends is not proved by the depth of one of them.
// run: cairn check %s
// exit: 1
// others: proved 0
#include <assert.h>

static unsigned down(unsigned n) { return n == 0 ? 0 : down(n - 1); }

int main(void) {
    unsigned rounds = 0;
    for (;;) {
        assert(rounds < 40); //~ violated assertion
        rounds += 1;
        down(2);
    }
}

// Side effects without an order: nothing is proved about what follows.
// run: cairn check %s
// exit: 2
// others: unsupported 4
#include <assert.h>

int main(void) {
    int i = 1;
    i = i++ + 1; //~ warning C0035
    assert(i == 2);
    return 0;
}

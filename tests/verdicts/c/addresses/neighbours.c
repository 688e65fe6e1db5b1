// Whether an object begins where another one ends is not known.
// run: cairn check %s
// exit: 2
#include <assert.h>
static int one, other;

int main(void) {
    int *end = &one + 1;
    assert(end != &other); //~ unsupported assertion
    return 0;
}

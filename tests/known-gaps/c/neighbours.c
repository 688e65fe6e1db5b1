// An object may begin where another one ends.
// run: cairn check %s
// today: exit 2, unsupported 1
// exit: 1
#include <assert.h>
static int one, other;

int main(void) {
    int *end = &one + 1;
    assert(end != &other); //~ violated assertion
    return 0;
}

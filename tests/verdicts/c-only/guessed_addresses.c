// A number may happen to be the address of an object.
// run: cairn check %s
// exit: 1
#include <assert.h>
static int object;

int main(void) {
    assert(&object != (int *)0x10000); //~ violated assertion
    return 0;
}

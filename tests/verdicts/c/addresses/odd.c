// A character may have any address.
// run: cairn check %s
// exit: 1
#include <assert.h>
#include <stdint.h>

int main(void) {
    char c = 0;
    assert((uintptr_t)&c % 2 == 0); //~ violated assertion
    return c;
}

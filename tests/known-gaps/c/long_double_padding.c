// A long double has bytes that hold nothing.
// run: cairn check %s
// today: exit 2, proved 3, unsupported 1
// exit: 1
// others: proved
#include <assert.h>

int main(void) {
    long double number = 1;
    unsigned char *bytes = (unsigned char *)&number;
    assert(bytes[9] == 0x3f); //~ proved assertion
    assert(bytes[12] == 0);   //~ violated assertion
    return 0;
}

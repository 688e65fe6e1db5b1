// strncpy does not end the text when the source is too long.
// run: cairn check %s
// exit: 1
// others: proved 15
#include <assert.h>
#include <string.h>

int main(void) {
    char name[4] = "zzz";
    strncpy(name, "ab", sizeof name);
    assert(name[2] == '\0' && name[3] == '\0');
    strncpy(name, "abcdef", sizeof name);
    assert(name[3] == '\0'); //~ violated assertion
    return 0;
}

// Numbers from text, and where they end.
// run: cairn check %s
// others: proved 79
#include <assert.h>
#include <stdlib.h>
int main(void) {
    const char *text = "  -12;0x1F";
    char *end;
    assert(strtol(text, &end, 10) == -12);
    assert(*end == ';' && end == text + 5);
    assert(strtoul(end + 1, &end, 16) == 31 && *end == '\0');
    assert(labs(-5L) == 5 && div(-7, 2).quot == -3 && div(-7, 2).rem == -1);
    return 0;
}

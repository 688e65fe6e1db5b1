// The library of strings, and a buffer that is one too short.
// run: cairn check %s
// exit: 1
// others: proved 97
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char text[8] = "ab";
    strcat(text, "cd");
    assert(strlen(text) == 4 && strcmp(text, "abcd") == 0 && strchr(text, 'c') == text + 2);
    assert(strstr(text, "bc") == text + 1 && memcmp(text, "abx", 2) == 0);
    assert(atoi("-17") == -17 && strtol("0x1f", NULL, 0) == 31 && abs(-3) == 3);
    char small[4];
    memcpy(small, text, 5); //~ violated pointer
    return 0;
}

// One byte is missing for the end of the text.
// run: cairn check %s --malloc-succeeds
// exit: 1
// others: proved 3
#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *text) {
    size_t length = strlen(text);
    char *copy = malloc(length);
    for (size_t i = 0; i <= length; i++)
        copy[i] = text[i]; //~ violated pointer
    return copy;
}

int main(void) {
    free(duplicate("can0"));
    return 0;
}

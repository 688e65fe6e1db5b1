// Only what malloc returned may be given back.
// run: cairn check %s --malloc-succeeds
// exit: 1
// others: proved 2
#include <stdlib.h>

int main(void) {
    char *text = malloc(4);
    for (int i = 0; i < 4; i++)
        *text++ = 'x';
    free(text); //~ violated free
    return 0;
}

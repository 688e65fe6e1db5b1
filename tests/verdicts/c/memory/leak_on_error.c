// The first buffer is lost when the second cannot be had.
// run: cairn check %s --check leak
// exit: 1
// others: proved 2
#include <stdlib.h>

int main(void) { //~ violated leak
    char *in = malloc(8);
    if (in == NULL)
        return 1;
    char *out = malloc(8);
    if (out == NULL)
        return 1;
    free(out);
    free(in);
    return 0;
}

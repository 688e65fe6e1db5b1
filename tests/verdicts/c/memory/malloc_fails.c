// malloc may fail.
// run: cairn check %s
// exit: 1
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1; //~ violated pointer
    free(p); //~ proved free
    return 0;
}

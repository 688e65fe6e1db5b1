// The same where running out of memory is handled elsewhere.
// run: cairn check %s --malloc-succeeds
// others: proved 2
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return 0;
}

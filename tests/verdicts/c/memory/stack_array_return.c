// A pointer handed out, the object released, another one allocated: the old pointer stays invalid.
// run: cairn check %s --malloc-succeeds
// exit: 1
// others: proved 6
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int *old = malloc(sizeof *old);
    *old = 1;
    free(old);
    int *new = malloc(sizeof *new);
    *new = 2;
    *old = 3; //~ violated pointer
    assert(*new == 2);
    free(new);
    return 0;
}

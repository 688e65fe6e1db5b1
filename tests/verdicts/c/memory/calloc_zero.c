// calloc clears, malloc does not.
// run: cairn check %s --malloc-succeeds
// exit: 1
// others: proved 5
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned char *clear = calloc(4, 2), *dirty = malloc(8);
    assert(clear[7] == 0);
    assert(dirty[7] == 0); //~ violated assertion
    free(clear);
    free(dirty);
    return 0;
}

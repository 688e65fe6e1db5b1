// Memory that was released may be given out again.
// run: cairn check %s --malloc-succeeds
// exit: 1
// others: proved 2
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *first = malloc(8);
    uintptr_t was = (uintptr_t)first;
    free(first);
    char *second = malloc(8);
    assert((uintptr_t)second != was); //~ violated assertion
    free(second);
    return 0;
}

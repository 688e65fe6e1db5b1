// Objects that lived at the same time never had the same address, whenever one looks.
// run: cairn check %s --malloc-succeeds
// others: proved 3
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *first = malloc(8), *second = malloc(8);
    uintptr_t was = (uintptr_t)first;
    free(first);
    uintptr_t is = (uintptr_t)second;
    assert(was != is && (was >= is + 8 || is >= was + 8));
    free(second);
    return 0;
}

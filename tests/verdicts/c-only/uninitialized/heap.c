// Allocated memory has no value until it is written, on request.
// run: cairn check %s --check uninitialized --malloc-succeeds
// today: exit 0, proved 2
// exit: 1
// others: proved 3
#include <stdlib.h>

int main(void) {
    int *cell = malloc(sizeof *cell);
    int value = *cell; //~ violated uninitialized
    free(cell);
    return value;
}

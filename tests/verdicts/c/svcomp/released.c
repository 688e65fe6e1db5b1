// run: cairn check %s --property valid-memcleanup.prp
// others: proved 1
#include <stdlib.h>

int main(void) {
    char *text = malloc(2);
    free(text);
    return 0;
}

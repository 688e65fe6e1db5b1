// run: cairn check %s --property valid-memcleanup.prp
// others: proved
#include <stdlib.h>

int main(void) {
    char *text = malloc(2);
    free(text);
    return 0;
}

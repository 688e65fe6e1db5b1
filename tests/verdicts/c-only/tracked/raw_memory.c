// Pointers inside of memory that has no type are not followed: nothing is said then.
// run: cairn check %s --property ../../c/svcomp/valid-memsafety.prp
// exit: 2
// others: proved 2
#include <stdlib.h>
static void *first;

int main(void) { //~ unsupported unsupported, unsupported leak
    void **table = malloc(2 * sizeof *table);
    first = table;
    table[0] = malloc(2);
    table[1] = NULL;
    return 0;
}

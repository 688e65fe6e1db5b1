// The end of a list that is cut off is lost, though its beginning is still pointed to.
// run: cairn check %s --property ../../c/svcomp/valid-memsafety.prp
// exit: 1
// others: proved 5
#include <stdlib.h>
struct item {
    struct item *next;
    int number;
};
static struct item *first;

int main(void) { //~ violated leak
    first = malloc(sizeof *first);
    first->next = malloc(sizeof *first);
    first->next->next = NULL;
    first->next = NULL;
    return 0;
}

// One of the objects that a table points to is lost, and only one.
// run: cairn check %s --property ../../c/svcomp/valid-memsafety.prp
// exit: 1
// others: proved 2
#include <stdlib.h>
static char *names[3];

int main(void) { //~ violated leak
    for (int i = 0; i < 3; i++)
        names[i] = malloc(3);
    names[2] = names[1];
    return 0;
}

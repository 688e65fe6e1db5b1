// Memory that a local variable points to where the program exits is tracked.
// run: cairn check %s --property ../../verdicts/c/svcomp/valid-memsafety.prp
// today: exit 2, proved 3, unsupported 2
// others: proved
#include <stdlib.h>

int main(void) {
    char *text = malloc(2);
    text[0] = 1;
    exit(0);             //~ proved leak
}

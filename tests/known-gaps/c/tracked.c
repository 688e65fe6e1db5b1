// Memory that a static object points to when the program ends is tracked.
// run: cairn check %s --property ../../verdicts/c/svcomp/valid-memsafety.prp
// today: exit 2, unknown 1
#include <stdlib.h>
char *text;

int main(void) { //~ proved leak
    text = malloc(2);
    return 0;
}

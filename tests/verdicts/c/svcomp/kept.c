// Still pointed to when the program ends: that is no lost memory.
// run: cairn check %s --property valid-memsafety.prp
// others: proved 1
#include <stdlib.h>
char *text;

int main(void) { //~ proved leak
    text = malloc(2);
    return 0;
}

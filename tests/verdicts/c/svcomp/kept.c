// Still pointed to when the program ends: that is no lost memory, and which of both it is is not told apart.
// run: cairn check %s --property valid-memsafety.prp
// exit: 2
#include <stdlib.h>
char *text;

int main(void) { //~ unknown leak
    text = malloc(2);
    return 0;
}

// Still pointed to when the program ends: that is no lost memory, and this is not told apart.
// run: cairn check %s --property valid-memsafety.prp
// exit: 1
#include <stdlib.h>
char *text;

int main(void) { //~ violated leak
    text = malloc(2);
    return 0;
}

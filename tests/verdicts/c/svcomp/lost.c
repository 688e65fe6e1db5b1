// run: cairn check %s --property valid-memsafety.prp
// exit: 1
// others: proved 2
#include <stdlib.h>

int main(void) { //~ violated leak
    char *text = malloc(2);
    if (text)
        text[0] = 0;
    return 0;
}

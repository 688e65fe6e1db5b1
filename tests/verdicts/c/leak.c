// run: cairn check %s --check leak
// exit: 1
// others: proved 1
#include <stdlib.h>

int main(void) { //~ violated leak
    char *text = malloc(3);
    if (text != NULL)
        text[0] = 'a';
    return 0;
}

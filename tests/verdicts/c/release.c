// Released twice, released from the middle, used after release, not checked for null.
// run: cairn check %s
// exit: 1
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int what = __VERIFIER_nondet_int();
    int local = 0;
    int *cells = malloc(4 * sizeof *cells);
    if (what == 1)
        return cells[0]; //~ violated pointer
    if (cells == NULL)
        return 0;
    cells[3] = 1; //~ proved pointer
    if (what == 2)
        free(cells + 1); //~ violated free
    if (what == 3)
        free(&local); //~ violated free
    free(cells); //~ proved free
    if (what == 4)
        return *cells; //~ violated pointer
    if (what == 5)
        free(cells); //~ violated free
    return 0;
}

// run: cairn check %s --property valid-memsafety.prp
// exit: 1
// others: proved 2
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int cell = 0, *cells = &cell;
    if (n > 1000)
        n = n + 2147483647;
    if (n == 3)
        cells[1] = 1; //~ violated pointer
    return 0;
}

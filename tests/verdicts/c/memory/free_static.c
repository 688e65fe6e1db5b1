// A pool that lives in static memory was not allocated.
// run: cairn check %s
// exit: 1
// others: proved 1
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);
static int fallback[4];

int main(void) {
    int *work = __VERIFIER_nondet_bool() ? malloc(sizeof fallback) : fallback;
    if (work == NULL)
        work = fallback;
    work[3] = 1;
    free(work); //~ violated free
    return 0;
}

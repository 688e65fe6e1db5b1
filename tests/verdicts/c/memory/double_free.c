// The error path releases what the caller releases as well.
// run: cairn check %s
// exit: 1
// others: proved 1
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int parse(char *buffer) {
    if (__VERIFIER_nondet_int() < 0) {
        free(buffer);
        return -1;
    }
    return 0;
}

int main(void) {
    char *buffer = malloc(16);
    int result = parse(buffer);
    free(buffer); //~ violated free
    return result;
}

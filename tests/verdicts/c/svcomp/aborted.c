// Whether memory is lost before the program is aborted is not looked at: no answer.
// run: cairn check %s --property valid-memcleanup.prp
// others: proved 1
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char *text = malloc(2);
    if (__VERIFIER_nondet_int())
        abort();
    free(text);
    return 0;
}

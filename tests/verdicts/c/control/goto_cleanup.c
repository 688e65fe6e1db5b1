// The usual way to undo what was done when a later step fails.
// run: cairn check %s --check leak
// others: proved 8
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);

static int work(void) {
    int result = -1;
    int *a = malloc(4), *b = NULL;
    if (a == NULL)
        goto out;
    b = malloc(4);
    if (b == NULL)
        goto free_a;
    if (__VERIFIER_nondet_bool())
        goto free_b;
    *a = *b = 3;
    result = *a + *b;
free_b:
    free(b);
free_a:
    free(a);
out:
    return result;
}

int main(void) {
    return work() != 6;
}

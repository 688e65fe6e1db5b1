// Where allocations succeed, what is too large for any object is not asked for.
// run: cairn check %s --malloc-succeeds
// others: proved 6
#include <assert.h>
#include <stdlib.h>
unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    size_t size = __VERIFIER_nondet_ulong();
    char *text = malloc(size);
    assert(text != NULL);
    if (size > 0)
        text[size - 1] = 'x';
    char *zeros = calloc(size, 16);
    assert(zeros != NULL || size >= 1UL << 60);
    free(text);
    free(zeros);
    return 0;
}

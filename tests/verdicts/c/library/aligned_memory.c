// Aligned allocation gives aligned addresses, or fails; an alignment is a power of two.
// run: cairn check %s
// exit: 1
// others: proved 6
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *p = aligned_alloc(64, 128);
    if (p != NULL)
        assert((uintptr_t)p % 64 == 0);
    assert((uintptr_t)p % 128 == 0); //~ violated assertion
    assert(aligned_alloc(24, 8) == NULL);
    void *q = NULL;
    assert(posix_memalign(&q, 4, 8) != 0);
    assert(q == NULL);
    free(p);
    return 0;
}

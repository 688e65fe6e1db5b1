// An arena with alignment: parts do not overlap, and each may be used as its type.
// run: cairn check %s
// others: proved 10
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
static _Alignas(8) unsigned char arena[32];
static size_t used;

static void *take(size_t size, size_t alignment) {
    size_t start = (used + alignment - 1) / alignment * alignment;
    if (start > sizeof arena || size > sizeof arena - start)
        return NULL;
    used = start + size;
    return arena + start;
}

int main(void) {
    char *c = take(1, 1);
    uint32_t *w = take(4, 4);
    uint64_t *d = take(8, 8);
    assert(c != NULL && w != NULL && d != NULL);
    *c = 'x';
    *w = 0xFFFFFFFF;
    *d = 0;
    assert(*c == 'x' && *w == 0xFFFFFFFF);
    assert(take(17, 1) == NULL && take(16, 8) != NULL);
    return 0;
}

// Fixed-size blocks from a pool: never the same block twice, and the fourth request fails.
// run: cairn check %s
// others: proved 11
#include <assert.h>
#include <stddef.h>
#define BLOCKS 3

union block {
    union block *next;
    unsigned char bytes[16];
};
static union block pool[BLOCKS], *available;

static void pool_open(void) {
    for (int i = 0; i < BLOCKS; i++) {
        pool[i].next = available;
        available = &pool[i];
    }
}
static void *pool_get(void) {
    union block *block = available;
    if (block != NULL)
        available = block->next;
    return block;
}
static void pool_put(void *memory) {
    union block *block = memory;
    block->next = available;
    available = block;
}

int main(void) {
    pool_open();
    unsigned char *a = pool_get(), *b = pool_get(), *c = pool_get();
    assert(a != NULL && b != NULL && c != NULL && a != b && b != c && a != c);
    assert(pool_get() == NULL);
    a[15] = b[0] = 1;
    pool_put(b);
    assert(pool_get() == b);
    return 0;
}

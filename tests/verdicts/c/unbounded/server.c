// A server that never ends: its table is never written out of bounds, however long it runs.
// run: cairn check %s
// others: proved 2
#include <assert.h>
unsigned nondet_uint(void);

#define SLOTS 16
static unsigned table[SLOTS];
static unsigned used;

static void insert(unsigned value) {
    if (used == SLOTS)
        used = 0;
    table[used] = value;
    used++;
    assert(used <= SLOTS);
}

int main(void) {
    for (;;) {
        unsigned request = nondet_uint();
        if (request % 2)
            insert(request);
    }
}

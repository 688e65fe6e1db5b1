// Records copied into a table at arbitrary places, pointers to other records in them.
// run: cairn check %s
// others: proved 23
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
struct entry { int key; struct entry *link; char tag[3]; };
static struct entry table[12];
int main(void) {
    struct entry e;
    memset(&e, 0, sizeof e);
    unsigned last = 0;
    for (int i = 0; i < 5; i++) {
        unsigned at = __VERIFIER_nondet_uint();
        if (at >= 12) return 0;
        e.key = i; e.tag[1] = (char)i; e.link = &table[last];
        memcpy(&table[at], &e, sizeof e);
        last = at;
    }
    assert(table[last].key == 4);
    assert(table[last].link->key >= 0);
    struct entry f;
    memcpy(&f, table + last, sizeof f);
    assert(f.tag[1] == 4 && f.link == table[last].link);
    memmove(&table[1], &table[0], 11 * sizeof table[0]);
    if (last < 11) assert(table[last + 1].key == 4);
    return 0;
}

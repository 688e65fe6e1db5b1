// Structures in large arrays, copied and cleared at any position: through clang these are copies of memory.
// run: cairn check %s
// exit: 1
// others: proved 38
#include <assert.h>
#include <string.h>

struct entry {
    unsigned key, value;
    char name[8];
};
unsigned __VERIFIER_nondet_uint(void);

static struct entry pool[400];
static struct {
    unsigned used;
    struct entry entries[400];
    unsigned char rows[3][700];
} table;

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 400, j = __VERIFIER_nondet_uint() % 400;
    struct entry first = {i, 2 * i, "abc"};
    pool[i] = first;
    struct entry found = pool[j];
    if (j == i)
        assert(found.value == 2 * found.key && found.name[1] == 'b');
    else
        assert(found.key == 0);
    table.entries[j] = pool[i];
    assert(table.entries[j].key == i);
    memset(&table.entries[j], 0, sizeof table.entries[j]);
    assert(table.entries[j].value == 0);
    assert(table.entries[i].value == 0);
    memset(&pool[i].name, 'x', sizeof pool[i].name);
    assert(pool[i].name[7] == 'x' && pool[i].key == i);
    memset(table.rows[i % 3], 7, sizeof table.rows[0]);
    assert(table.rows[i % 3][699] == 7);
    unsigned k = __VERIFIER_nondet_uint();
    if (k < 3) {
        memset(table.rows[k], 9, sizeof table.rows[k]);
        assert(table.rows[k][j] == 9 && table.used == 0);
        memset(table.rows[k], 7, sizeof table.rows[k]);
    }
    memmove(table.rows[0], table.rows[i % 3], sizeof table.rows[0]);
    assert(table.rows[0][j] == 7);
    assert(table.rows[1][j] == 7); //~ violated assertion
    assert(pool[j].name[0] == 'x'); //~ violated assertion
    return 0;
}

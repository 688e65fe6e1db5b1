// A large table with an arbitrary index costs nothing special.
// run: cairn check %s
// others: proved 6
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
static int table[1000000];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 1000000, j = __VERIFIER_nondet_uint() % 1000000;
    table[i] = 7;
    table[j] = 9;
    assert(table[j] == 9);
    assert(table[i] == (i == j ? 9 : 7));
    return 0;
}

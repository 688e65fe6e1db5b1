// Interval analysis alone: what ranges show is proved, loops of any length included; the rest is unknown, not violated.
// run: cairn check %s --engine intervals
// exit: 2
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int table[16];

static void fill(int from) {
    for (int i = from; i < 16; i++) //~ proved overflow
        table[i] = i & 7; //~ proved index
}

int main(void) {
    int x = __VERIFIER_nondet_int(), steps = 0;
    fill(0);
    while (__VERIFIER_nondet_int() != 0)
        if (steps < 1000)
            steps++; //~ proved overflow
    assert(steps <= 1000); //~ proved assertion
    assert(table[x & 15] <= 7); //~ proved index, proved assertion
    int square = (x & 1023) * (x & 1023); //~ proved overflow
    assert(square >= 0); //~ proved assertion
    assert((square & 3) != 2); //~ unknown assertion
    assert(x != 12345); //~ unknown assertion
    return 0;
}

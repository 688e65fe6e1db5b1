// Functions that are called in thousands of ways: what ranges show of each is found out once, and the rest is decided
// on the program that is left.
// run: cairn check %s
// exit: 1
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int table[64];
static int last;

static int clamp(int x) {
    if (x < 0)
        x = 0;
    if (x > 63)
        x = 63;
    return x;
}
static void one(int x, int y) {
    int at = clamp(x);
    table[at] = y & 1023; //~ proved index
    last = table[clamp(y)] + at; //~ proved index, proved overflow
}
static void ten(int x, int y) {
    one(x, y), one(y, x), one(x, x), one(y, y), one(x, 0), one(0, y), one(1, x), one(2, x), one(3, x), one(4, x);
}
static void hundred(int x, int y) {
    ten(x, y), ten(y, x), ten(x, x), ten(y, y), ten(x, 1), ten(1, y), ten(x, 2), ten(2, y), ten(x, 3), ten(3, y);
}

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    hundred(x, y);
    hundred(y, x);
    assert(last <= 1086); //~ proved assertion
    assert(last >= 0); //~ proved assertion
    one(x, y);
    assert(last != 77); //~ violated assertion
    return 0;
}

// Interval analysis walks a function once for all its calls: what holds in it must hold for each of them, whatever the
// calls before have made of the globals.
// run: cairn check %s --engine intervals
// exit: 2
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int level, calls;
static int table[32];

static void raise_level(int by) {
    if (by >= 0 && by <= 3 && level <= 7)
        level += by; //~ proved overflow
}

static int twice(int x) {
    return 2 * x; //~ proved overflow
}

static int share(int parts) {
    return 100 / parts; //~ unknown division-by-zero, proved overflow
}

static int safe_share(int parts) {
    if (parts <= 0)
        parts = 1;
    return 100 / parts; //~ proved division-by-zero, proved overflow
}

static void note(int value) {
    calls++; //~ unknown overflow
    table[value] = twice(value); //~ proved index
}

static int deep(int n) {
    if (n > 0)
        return deep(n - 1); //~ proved overflow
    return n;
}

static void stop(void) {
    for (;;)
        ;
}

int main(void) {
    int kept = 7;
    while (__VERIFIER_nondet_int() != 0) {
        raise_level(__VERIFIER_nondet_int());
        if (__VERIFIER_nondet_int() == 3)
            level = 0;
        assert(level <= 10); //~ proved assertion
        assert(level != 5); //~ unknown assertion
        note(level);
    }
    note(31);
    assert(kept == 7); //~ proved assertion
    assert(table[3] <= 62); //~ proved assertion
    assert(table[3] <= 61); //~ proved assertion
    assert(twice(5) + twice(-100) >= -400); //~ proved assertion, proved overflow
    share(5);
    share(0);
    assert(safe_share(__VERIFIER_nondet_int()) <= 100); //~ proved assertion
    deep(3);
    if (kept != level)
        stop();
    else
        return 0;
    assert(0); //~ proved assertion
}

// As gcc computes it, a sum in 33 bits wraps around, and a comparison takes the other operand in 33 bits too.
// run: cairn check %s --bit-field-promotion gcc
// exit: 1
// others: proved 4
#include <assert.h>
struct wide {
    unsigned long c : 33;
    long s : 40;
};
extern int nondet_int(void);
int main(void) {
    struct wide w = {.c = 0x1ffffffffUL, .s = 0x7fffffffffL};
    assert(w.c + 1 == 0);
    assert(w.c == -1);
    assert(w.c + 1UL > w.c);
    if (nondet_int())
        assert(w.c + 1 > w.c); //~ violated assertion
    return w.s + 1 > 0; //~ violated overflow
}

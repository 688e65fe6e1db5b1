// gcc computes with a bit-field of 33 bits in 33 bits, clang in the declared type: where that differs, nothing is decided.
// run: cairn check %s
// exit: 2
// others: proved 1
#include <assert.h>
struct wide {
    unsigned long c : 33;
};
int main(void) {
    struct wide w = {.c = 0x1ffffffffUL};
    unsigned long fine = w.c - 1;
    assert(fine == 0x1fffffffeUL); //~ proved assertion
    assert(w.c + 1 > w.c);         //~ unsupported unsupported, unsupported assertion
    return 0;
}

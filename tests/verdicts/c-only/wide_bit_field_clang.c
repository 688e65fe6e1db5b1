// As clang computes it, a bit-field of 33 bits is an `unsigned long`.
// run: cairn check %s --bit-field-promotion clang
// others: proved 2
#include <assert.h>
struct wide {
    unsigned long c : 33;
};
int main(void) {
    struct wide w = {.c = 0x1ffffffffUL};
    assert(w.c + 1 > w.c);
    assert(w.c + 1 == 0x200000000UL);
    return 0;
}

// The bits of a float through a union.
// run: cairn check %s
// others: proved 3
#include <assert.h>
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);
union bits {
    float number;
    uint32_t word;
};

int main(void) {
    union bits b = {.number = 1.0f};
    assert(b.word == 0x3F800000);
    b.word |= 0x80000000;
    assert(b.number == -1.0f);
    b.word = __VERIFIER_nondet_uint();
    if ((b.word & 0x7F800000) == 0x7F800000 && (b.word & 0x007FFFFF) != 0)
        assert(b.number != b.number);
    return 0;
}

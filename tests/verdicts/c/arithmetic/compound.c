// Compound assignment computes in the wider type and converts back.
// run: cairn check %s
// others: proved 11
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    uint8_t a = __VERIFIER_nondet_uchar(), b = a;
    a += 200;
    assert(a == (b + 200) % 256);
    a = 250, a++, a <<= 1;
    assert(a == 246);
    int8_t c = 127;
    c++;
    assert(c == -128);
    c /= -1;
    assert(c == -128);
    int x = 7;
    x *= 2.5;
    assert(x == 17);
    return 0;
}

// clang's builtin functions that permute bits.
// run: cairn check %s
// others: proved 6
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned char __builtin_bitreverse8(unsigned char);
unsigned __builtin_bitreverse32(unsigned);
unsigned char __builtin_rotateleft8(unsigned char, unsigned char);
unsigned __builtin_rotateright32(unsigned, unsigned);

int main(void) {
    assert(__builtin_bitreverse8(0x16) == 0x68);
    unsigned x = __VERIFIER_nondet_uint();
    assert(__builtin_bitreverse32(__builtin_bitreverse32(x)) == x);
    assert(__builtin_rotateleft8(0x81, 1) == 0x03);
    assert(__builtin_rotateleft8(0x81, 9) == 0x03);
    assert(__builtin_rotateright32(x, 0) == x);
    assert(__builtin_rotateright32(0x12345678, 8) == 0x78123456);
    return 0;
}

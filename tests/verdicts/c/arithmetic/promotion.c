// Small unsigned types become int before arithmetic: the product of two uint16_t can overflow it.
// run: cairn check %s
// exit: 1
// others: proved 3
#include <assert.h>
#include <stdint.h>
unsigned short __VERIFIER_nondet_ushort(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    uint8_t low = __VERIFIER_nondet_uchar();
    uint8_t flipped = ~low;
    assert((uint8_t)(low + flipped) == 0xFF);
    assert(~low < 0);
    uint16_t gain = __VERIFIER_nondet_ushort(), sample = __VERIFIER_nondet_ushort();
    uint32_t product = gain * sample; //~ violated overflow
    return product != 0;
}

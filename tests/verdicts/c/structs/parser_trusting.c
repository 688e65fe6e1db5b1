// The same without looking at what is left.
// run: cairn check %s
// exit: 1
// others: proved 4
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    uint8_t data[6];
    for (int i = 0; i < 6; i++)
        data[i] = __VERIFIER_nondet_uchar();
    unsigned position = 0, sum = 0;
    while (position < 6) {
        sum += data[position];
        position += 2 + data[position + 1]; //~ violated index
    }
    return sum > 100;
}

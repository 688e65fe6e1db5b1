// Conversions that lose information, on request.
// run: cairn check %s --check conversion
// exit: 1
// others: proved 1
#include <stdint.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int speed = __VERIFIER_nondet_int();
    if (speed < 0 || speed > 300)
        return 0;
    int16_t wide = speed;
    int8_t narrow = speed; //~ violated conversion
    return wide == narrow;
}

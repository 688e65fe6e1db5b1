// A division by repeated subtraction whose do-loop runs once too often.
// run: cairn check %s
// exit: 1
// others: proved 1
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uchar() % 20, quotient = 0, rest = n;
    do {
        rest -= 5;
        quotient++;
    } while (rest >= 5 && rest < 20);
    assert(quotient * 5 + rest == n);
    assert(quotient == n / 5); //~ violated assertion
    return 0;
}

// run: cairn check %s
// exit: 1
#include <limits.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint();
    short s = 32767;
    s++; //~ proved overflow
    u = u + 1u;
    if (a > 1000 || a < -1000)
        return 0;
    int square = a * a; //~ proved overflow
    int sum = square + b; //~ violated overflow
    int c = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int(), e = __VERIFIER_nondet_int();
    int quotient = d != 0 ? c / d : 0; //~ violated overflow, proved division-by-zero
    int negative = -e; //~ violated overflow
    return (quotient & negative & sum & INT_MAX) + 0; //~ proved overflow
}

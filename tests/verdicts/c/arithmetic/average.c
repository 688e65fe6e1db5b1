// Three ways to the mean of two sensors; only the first one overflows.
// run: cairn check %s
// exit: 1
// others: proved 3
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    unsigned mean = (x & y) + ((x ^ y) >> 1);
    assert(mean == (unsigned)(((unsigned long long)x + y) / 2));
    long long wide = ((long long)a + b) / 2;
    assert(wide >= (a < b ? a : b) && wide <= (a < b ? b : a));
    return (a + b) / 2; //~ violated overflow
}

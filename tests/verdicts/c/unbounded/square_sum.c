// The sum of the first numbers: its invariant is a polynomial.
// run: cairn check %s
// others: proved 1
#include <assert.h>
unsigned nondet_uint(void);

int main(void) {
    unsigned n = nondet_uint(), i, sum = 0;
    for (i = 0; i < n; i++)
        sum += i;
    assert(2 * sum == i * i - i);
    return 0;
}

// The loop ends one step late: what holds of its counter is found, and so is the violation.
// run: cairn check %s
// exit: 1
// others: proved 2
#include <assert.h>
int nondet_int(void);

int main(void) {
    int n = nondet_int(), i = 0;
    if (n < 0 || n > 1000000)
        return 0;
    while (i <= n)
        i++;
    assert(i > n);
    assert(i == n); //~ violated
    return 0;
}

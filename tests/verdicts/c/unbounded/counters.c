// Loops whose length is an input: an equation between their counters is the invariant.
// run: cairn check %s
// others: proved 4
#include <assert.h>
int nondet_int(void);
unsigned nondet_uint(void);

static void up_and_down(int n) {
    int up = 0, down = n;
    while (down > 0) {
        up++;
        down--;
    }
    assert(up == n);
}

static void by_twos(unsigned n) {
    unsigned i, sum = 0;
    for (i = 0; i < n; i++)
        sum += 2;
    assert(sum == 2 * n);
}

int main(void) {
    int n = nondet_int();
    if (n >= 0)
        up_and_down(n);
    by_twos(nondet_uint());
    return 0;
}

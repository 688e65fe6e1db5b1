// McCarthy's function: two calls inside each other.
// run: cairn check %s
// others: proved 5
// needs: solvers
#include <assert.h>
int nondet_int(void);

static int m(int n) {
    if (n > 100)
        return n - 10;
    return m(m(n + 11));
}

int main(void) {
    int n = nondet_int();
    if (n > 1000000)
        return 0;
    int r = m(n);
    assert(n > 101 || r == 91);
    assert(n <= 101 || r == n - 10);
    return 0;
}

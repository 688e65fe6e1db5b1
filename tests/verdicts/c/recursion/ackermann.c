// Nested recursion, small enough to be finished.
// run: cairn check %s
// others: proved 1
#include <assert.h>
static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
    assert(ackermann(2, 2) == 7);
    return 0;
}

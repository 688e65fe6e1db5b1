// What only a call that is not supported would reach is not proved because nothing reaches it.
// run: cairn check %s
// exit: 2
// others: proved 1
#include <assert.h>

static int checked(int x, int y) {
    assert(x); //~ unsupported assertion
    return y;
}

static int fine(int x) {
    assert(x);
    return x;
}

int main(void) {
    int one = fine(1);
    return checked(one, __builtin_creal(1.0)); //~ unsupported unsupported
}

// Two pointers to variables of the caller, which a recursion swaps; the third variable is not in its reach.
// run: cairn check %s
// exit: 1
// others: proved 9
// needs: solvers
#include <assert.h>
int nondet_int(void);

static void order(int *a, int *b, int n) {
    if (n <= 0) {
        if (*a > *b) {
            int t = *a;
            *a = *b;
            *b = t;
        }
        return;
    }
    order(a, b, n - 1);
}

int main(void) {
    int x = nondet_int(), y = nondet_int(), z = 5;
    order(&x, &y, nondet_int());
    assert(x <= y);
    order(&y, &x, nondet_int());
    assert(z == 5);
    assert(x <= y); //~ violated assertion
    return 0;
}

// A recursion that counts its calls in a variable of the program, and calls a helper that does not recurse.
// run: cairn check %s
// others: proved 4
// needs: solvers
#include <assert.h>
int nondet_int(void);

static int calls = 0;

static void note(void) {
    calls++;
}

static void visit(int n) {
    note();
    if (n > 0)
        visit(n - 1);
}

int main(void) {
    int n = nondet_int();
    if (n < 0 || n > 100000)
        return 0;
    visit(n);
    assert(calls == n + 1);
    return 0;
}

// A recursion of any depth that writes to an array through a pointer: its effect on memory needs a summary, too.
// run: cairn check %s --timeout 3
// today: exit 2
// others: proved
// needs: solvers
#include <assert.h>
int nondet_int(void);

static void fill(int *a, int n) {
    if (n > 0) {
        a[n - 1] = 7;
        fill(a, n - 1);
    }
}

int main(void) {
    static int a[10000];
    int n = nondet_int();
    if (n < 1 || n > 10000)
        return 0;
    fill(a, n);
    assert(a[0] == 7);
    return 0;
}

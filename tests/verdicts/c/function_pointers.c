// run: cairn check %s
// exit: 1
// others: proved 5
#include <assert.h>
int __VERIFIER_nondet_int(void);

typedef int (*operation)(int, int);

static int smaller(int a, int b) { return a < b ? a : b; }
static int larger(int a, int b) { return a > b ? a : b; }
static int nothing(void) { return 0; }

static operation table[3] = {smaller, larger};
static int (*other)(void) = nothing;

int main(void) {
    int n = __VERIFIER_nondet_int();
    assert(table[0](3, 5) == 3 && table[1](3, 5) == 5 && other() == 0);
    if (n < 0 || n > 2)
        return 0;
    operation chosen = table[n];
    return chosen(n, 1); //~ violated pointer
}

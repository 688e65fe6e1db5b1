// run: cairn check %s
// exit: 1
// others: proved 8
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int sum(int n, int cells[n]) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += cells[i];
    return s;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    int cells[n];
    for (int i = 0; i < n; i++)
        cells[i] = i;
    int s = sum(n, cells);
    return s + cells[2]; //~ violated index
}

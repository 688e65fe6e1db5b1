// An array whose length comes from outside.
// run: cairn check %s
// exit: 1
// others: proved 9
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int n = __VERIFIER_nondet_uchar() % 5 + 1;
    int cells[n];
    for (int i = 0; i < n; i++)
        cells[i] = i;
    assert(sizeof cells == n * sizeof(int));
    assert(cells[n - 1] == n - 1);
    return cells[n]; //~ violated index
}

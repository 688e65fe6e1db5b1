// A matrix through pointers to rows and elements.
// run: cairn check %s
// others: proved 9
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
static int m[6][5];
static int sum(int *row, int n) { int s = 0; for (int *p = row; p < row + n; p++) s += *p; return s; }
static void set(int (*a)[5], unsigned i, unsigned j, int v) { *(*(a + i) + j) = v; }
int main(void) {
    for (int k = 1; k <= 4; k++) {
        unsigned i = __VERIFIER_nondet_uint() % 6, j = __VERIFIER_nondet_uint() % 5;
        set(m, i, j, k);
        int *flat = &m[0][0];
        assert(m[i][j] == k);
        assert(sum(m[i], 5) >= k);
        (void)flat;
    }
    return 0;
}

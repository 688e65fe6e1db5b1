// Sorted, and nothing was lost: the parity of each bit stays the same.
// run: cairn check %s
// others: proved 24
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
#define N 4

static void sort(unsigned *a, int n) {
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < n - 1 - i; j++)
            if (a[j] > a[j + 1]) {
                unsigned swap = a[j];
                a[j] = a[j + 1];
                a[j + 1] = swap;
            }
}

int main(void) {
    unsigned a[N], before = 0, after = 0;
    for (int i = 0; i < N; i++)
        before ^= a[i] = __VERIFIER_nondet_uchar();
    sort(a, N);
    for (int i = 0; i < N; i++)
        after ^= a[i];
    for (int i = 1; i < N; i++)
        assert(a[i - 1] <= a[i]);
    assert(before == after);
    return 0;
}

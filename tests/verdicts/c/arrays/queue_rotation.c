// Reversing three times rotates an array.
// run: cairn check %s
// others: proved 7
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
#define N 5u

static void reverse(unsigned *a, unsigned from, unsigned to) {
    while (from + 1 < to) {
        unsigned swap = a[from];
        a[from++] = a[--to];
        a[to] = swap;
    }
}

int main(void) {
    unsigned a[N], by = __VERIFIER_nondet_uint() % N;
    for (unsigned i = 0; i < N; i++)
        a[i] = i;
    reverse(a, 0, by);
    reverse(a, by, N);
    reverse(a, 0, N);
    for (unsigned i = 0; i < N; i++)
        assert(a[i] == (i + by) % N);
    return 0;
}

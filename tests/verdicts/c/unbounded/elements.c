// Every element of a large array, without unrolling: the invariants are about all elements so far.
// run: cairn check %s
// others: proved
#include <assert.h>
int nondet_int(void);

#define N 100000
static int from[N], to[N];

int main(void) {
    int n = nondet_int();
    if (n < 1 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        from[i] = 42;
    for (int i = 0; i < n; i++)
        to[i] = from[i];
    for (int i = 0; i < n; i++)
        assert(to[i] == 42);
    return 0;
}

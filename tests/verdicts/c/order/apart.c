// Calls that do not disturb each other: nothing is said, and nothing is explored twice.
// run: cairn check %s
// exit: 0
// others: proved 10
#include <assert.h>
static int f(int x) { return x + 1; }
static int put(int *p, int v) { *p = v; return v; }
static int get(const int *p) { return *p; }

int main(void) {
    int a, b;
    int sum = f(1) + f(2) + put(&a, 3) + put(&b, 4);
    assert(sum == 12);
    assert(get(&a) + get(&b) + f(get(&a)) == 11);
    return 0;
}

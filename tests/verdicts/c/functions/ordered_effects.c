// A call, like a comma, comes after everything in its arguments: the outer assignment is the last one.
// run: cairn check %s
// others: proved 5
#include <assert.h>
static int plus(int a, int b) { return a + b; }

int main(void) {
    int x[2] = {1, 2};
    x[1] = 10 * plus((x[1] |= 4), 1);
    assert(x[1] == 70);
    x[0] = (x[0]++, 5) + 1;
    assert(x[0] == 6);
    return 0;
}

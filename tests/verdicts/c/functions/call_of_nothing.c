// Without checks of pointers a call of null is still no proof of what comes behind it.
// run: cairn check %s --no-check pointer
// exit: 2
// others: unsupported 4
#include <assert.h>
typedef int (*operation)(int);
operation chosen = 0;

int twice(int x) {
    chosen = 0;
    return 2 * (x & 15);
}
int main(void) {
    operation other = twice;
    int x = chosen(1);
    assert(x == other(1));
    return 0;
}

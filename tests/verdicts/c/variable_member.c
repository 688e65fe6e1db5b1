// GNU's variable-length arrays as members are refused, wherever they stand.
// run: cairn check %s
// exit: 2
// others: unsupported 3
#include <assert.h>

int main(void) {
    int n = 3;
    struct { int a[n]; int last; } s;
    s.last = 2;
    assert(sizeof s == 16);
    return 0;
}

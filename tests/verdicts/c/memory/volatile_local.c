// A volatile variable that nothing but its name reaches keeps its value.
// run: cairn check %s
// others: proved 4
#include <assert.h>

static int twice(volatile int n) {
    n += n;
    return n;
}

int main(void) {
    volatile int kept = 3;
    volatile int many[2] = {1, 2};
    assert(kept + many[1] == 5);
    assert(twice(4) == 8);
    return 0;
}

// Two entry points of a module, each from an arbitrary state of what it is given.
// run: cairn check %s --entry clamp --entry scale
// others: proved 7
#include <assert.h>
int clamp(int x, int most) {
    if (most < 0)
        return 0;
    int result = x > most ? most : x < -most ? -most : x;
    assert(result <= most && result >= -most);
    return result;
}

int scale(short x, short factor) {
    return factor == 0 ? 0 : x * 100 / factor;
}

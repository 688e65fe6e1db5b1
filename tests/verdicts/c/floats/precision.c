// A float counts integers only up to 2 to the 24th.
// run: cairn check %s
// others: proved 4
#include <assert.h>
int main(void) {
    float ticks = 16777216.0f;
    assert(ticks + 1.0f == ticks);
    assert((double)ticks + 1.0 > ticks);
    assert((float)16777217 == 16777216.0f);
    assert(0.1f != 0.1);
    return 0;
}

// One past the end may be pointed at and compared, not read.
// run: cairn check %s
// exit: 1
// others: proved 3
#include <assert.h>

int main(void) {
    int samples[4] = {1, 2, 3, 4}, sum = 0;
    int *end = samples + 4;
    for (int *p = samples; p != end; p++)
        sum += *p;
    assert(sum == 10);
    return *end; //~ violated pointer
}

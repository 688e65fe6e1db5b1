// A loop that never ends: what comes after it is not reached, and the program is verified all the same.
// run: cairn check %s
// others: proved 2
#include <assert.h>

int main(void) {
    unsigned sum = 0, steps = 0;
    while (1) {
        sum += 2;
        steps++;
        assert(sum == 2 * steps);
    }
    assert(0);
    return 0;
}

// An odd number that goes down by two never becomes even.
// run: cairn check %s
// others: proved 1
#include <assert.h>

int main(void) {
    unsigned x = 0x0ffffff1;
    while (x > 1)
        x -= 2;
    assert(x % 2 == 1);
    return 0;
}

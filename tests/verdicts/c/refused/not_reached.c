// What is not supported does no harm where it cannot be reached.
// run: cairn check %s
// others: proved 2
#include <assert.h>
#include <setjmp.h>
static jmp_buf place;

int main(void) {
    unsigned x = 4;
    if (x * x == 15)
        longjmp(place, 1);
    assert(x == 4);
    return 0;
}

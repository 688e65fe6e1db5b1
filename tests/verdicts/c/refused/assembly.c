// Inline assembly is refused where it stands; what comes before it is checked.
// run: cairn check %s
// exit: 2
#include <assert.h>
int main(void) {
    int x = 1;
    assert(x == 1); //~ proved assertion
    __asm__ volatile("nop" : "+r"(x)); //~ unsupported unsupported
    assert(x == 1); //~ unsupported assertion
    return 0;
}

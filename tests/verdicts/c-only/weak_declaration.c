// What is declared weak and defined nowhere is null.
// run: cairn check %s
// exit: 2
// others: unsupported 0
#include <assert.h>
extern int perhaps __attribute__((weak));
int given __attribute__((weak)) = 3;

int main(void) {
    assert(given == 3); //~ proved assertion
    assert(&perhaps != 0); //~ unsupported unsupported
    return 0;
}

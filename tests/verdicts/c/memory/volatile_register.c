// A volatile register may read differently each time.
// run: cairn check %s
// exit: 1
// others: proved 1
#include <assert.h>
static volatile unsigned status;

int main(void) {
    unsigned first = status;
    assert(first == first);
    assert(first == status); //~ violated assertion
    return 0;
}

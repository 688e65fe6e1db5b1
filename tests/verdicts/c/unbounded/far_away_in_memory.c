// The same where a function counts through a pointer.
// run: cairn check %s
// exit: 1
// others: proved 1
#include <assert.h>
extern unsigned short nondet_ushort(void);

static void count(unsigned *counter) { *counter += 1; }

int main(void) {
    unsigned short limit = nondet_ushort();
    unsigned counter = 0;
    while (counter < limit)
        count(&counter);
    assert(counter < 60000); //~ violated assertion
    return 0;
}

// A bound that is too small fails by itself, and nothing beside it is called proved.
// run: cairn check %s --unwind 3
// exit: 1
#include <assert.h>
static int cells[5];

int main(void) {
    int i;
    for (i = 0; i < 5; i++) //~ bounded overflow bound=3, violated unwinding bound=3
        cells[i] = 1; //~ bounded index bound=3
    assert(i == 5); //~ bounded assertion bound=3
    return 0;
}

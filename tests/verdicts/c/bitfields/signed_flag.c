// One signed bit holds 0 and -1, never 1.
// run: cairn check %s
// exit: 1
// others: proved 3
#include <assert.h>
struct state {
    signed int ready : 1;
    unsigned int count : 2;
};

int main(void) {
    struct state s = {0, 3};
    s.count++;
    assert(s.count == 0);
    s.ready = 1;
    assert(s.ready != 0);
    assert(s.ready == 1); //~ violated assertion
    return 0;
}

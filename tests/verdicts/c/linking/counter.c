// Two translation units: static names are private, extern ones are shared.
// run: cairn check %s counter_part.c
// others: proved 4
#include <assert.h>
int shared;
static int hidden = 1;
int advance(void);
int hidden_elsewhere(void);

int main(void) {
    assert(advance() == 1 && advance() == 2);
    assert(shared == 2);
    assert(hidden == 1 && hidden_elsewhere() == 50);
    return 0;
}

// A pointer to a member reaches the bytes beside it.
// run: cairn check %s --malloc-succeeds
// exit: 1
// others: proved 5
#include <assert.h>
#include <stdlib.h>
struct record {
    unsigned short pair[2];
    unsigned char last;
};

int main(void) {
    struct record *r = malloc(sizeof *r);
    r->last = 7;
    unsigned short *wide = (unsigned short *)&r->last;
    assert((*wide & 255) == 7); //~ proved assertion
    assert(*wide == 7);         //~ violated assertion
    free(r);
    return 0;
}

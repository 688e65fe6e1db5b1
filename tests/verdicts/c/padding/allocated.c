// Bytes between members have any value.
// run: cairn check %s --malloc-succeeds
// exit: 1
// others: proved 2
#include <assert.h>
#include <stdlib.h>
struct padded {
    char first;
    int second;
};

int main(void) {
    struct padded *p = malloc(sizeof *p);
    unsigned char between = ((unsigned char *)p)[1];
    assert(between == 0); //~ violated assertion
    free(p);
    return 0;
}

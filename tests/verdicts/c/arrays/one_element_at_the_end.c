// An array of one element at the end of what a pointer points to is used as a longer one, as far as the object reaches; in a
// variable it has one element.
// not natively: one_element_at_the_end.c:20 gcc takes any array at the end to have its own elements only, and stops before
// not natively: one_element_at_the_end.c:21 likewise
// run: cairn check %s --malloc-succeeds
// exit: 1
// others: proved 5
#include <stdlib.h>
extern int nondet_int(void);
struct text {
    unsigned long length;
    char bytes[1];
};
int main(void) {
    struct text *p = malloc(sizeof *p + 4);
    struct text one = {0};
    p->length = 4;
    p->bytes[p->length] = 'x';
    if (nondet_int())
        p->bytes[40] = 0; //~ violated pointer
    one.bytes[p->length] = 0; //~ violated index
    free(p);
    return 0;
}

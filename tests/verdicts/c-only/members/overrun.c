// A memory function that is given a member stays in it, on request; elsewhere the whole structure is its object.
// run: cairn check %s --check members
// exit: 1
// others: proved 344
#include <stdio.h>
#include <string.h>
struct header {
    int kind;
    char name[8];
    struct {
        short low, high;
    } range;
    unsigned char data[1];
};
unsigned __VERIFIER_nondet_uint(void);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    struct header h, other = {0}, *p = &h;
    unsigned n = __VERIFIER_nondet_uint();
    memset(&h, 0, sizeof h);
    memset(&h.kind, 0, sizeof h.kind);
    memcpy(p->name + 0, "abc", 4);
    memset(&p->data, 0, 1);
    snprintf(h.name, sizeof h.name, "%d", 1234567);
    if (n <= 8)
        memcpy(h.name, other.name, n);
    if (n < 8)
        memset(&h.name[n], 0, 8 - n);
    if (__VERIFIER_nondet_bool())
        memset(&h.kind, 0, sizeof h);              //~ violated pointer
    if (__VERIFIER_nondet_bool())
        memcpy(&p->range.low, &other.range, sizeof p->range); //~ violated pointer
    if (__VERIFIER_nondet_bool())
        memset(&h.name[2], 0, 8);                  //~ violated pointer
    if (n <= 12)
        return memcmp(h.name, other.name, n) == 0; //~ violated pointer
    return 0;
}

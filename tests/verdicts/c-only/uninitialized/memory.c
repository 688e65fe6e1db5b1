// Memory of every kind has no value until it is written: what `realloc` adds, stack allocations, arrays of variable length,
// members of unions, bits of bit-fields.
// run: cairn check %s --check uninitialized --no-check overflow --malloc-succeeds
// exit: 1
// others: proved 37
#include <alloca.h>
#include <stdlib.h>

extern int nondet_int(void);

static int grown(void) {
    int *p = malloc(sizeof *p);
    p[0] = 1;
    p = realloc(p, 2 * sizeof *p);
    int kept = p[0];
    int added = p[1]; //~ violated uninitialized
    free(p);
    return kept + added;
}
static int cleared(void) {
    int *p = calloc(2, sizeof *p);
    int value = p[1];
    free(p);
    return value;
}
static int on_the_stack(void) {
    int *p = alloca(2 * sizeof *p);
    p[0] = 1;
    return p[0] + (p[1] > 0); //~ violated uninitialized
}
static int of_any_length(int n) {
    if (n < 2 || n > 4)
        return 0;
    int a[n];
    a[0] = 1;
    return a[0] + (a[n - 1] > 0); //~ violated uninitialized
}
static int union_members(void) {
    union {
        char first;
        int all;
    } u;
    u.first = 1;
    int read = u.first;
    return read + (u.all > 0); //~ violated uninitialized
}
static int bits(void) {
    struct {
        unsigned a : 3, b : 5, c : 9;
    } s;
    s.a = 1;
    s.c = 2;
    unsigned fine = s.a + s.c;
    return fine + s.b; //~ violated uninitialized
}
int main(void) {
    switch (nondet_int()) {
    case 0:
        return grown();
    case 1:
        return cleared();
    case 2:
        return on_the_stack();
    case 3:
        return of_any_length(nondet_int());
    case 4:
        return union_members();
    default:
        return bits();
    }
}

// Copying a structure with holes is fine, whichever way it goes; what is read of the copy needs a value.
// run: cairn check %s --check uninitialized --no-check overflow
// exit: 1
// others: proved 32
#include <string.h>

extern int nondet_int(void);
struct pair {
    int a, b;
};
static struct pair kept;

static struct pair half(void) {
    struct pair p;
    p.a = 1;
    return p;
}
static int second(struct pair first, struct pair p) {
    return first.b + p.b; //~ violated uninitialized
}
static int assigned(void) {
    struct pair p = half(), q, r;
    r = q = p;
    if (nondet_int())
        return q.b; //~ violated uninitialized
    return r.a + r.b; //~ violated uninitialized
}
static int chosen(int which) {
    struct pair full = {1, 2}, p = half(), q = which ? full : p;
    return q.a + q.b; //~ violated uninitialized
}
static int global(void) {
    kept = half();
    return kept.a + kept.b; //~ violated uninitialized
}
static int passed(void) {
    struct pair full = {1, 2};
    return second(full, half());
}
static int of_a_result(void) {
    return half().a + half().b; //~ violated uninitialized
}
static int moved(void) {
    char text[4];
    text[0] = text[1] = text[2] = 1;
    memmove(text, text + 1, 3);
    return text[1] + text[2]; //~ violated uninitialized
}
static int by_character(void) {
    struct pair p = {1, 2}, q;
    q.a = 3;
    const unsigned char *from = (const unsigned char *)&q;
    unsigned char *to = (unsigned char *)&p;
    for (unsigned i = 0; i < sizeof p; i++) {
        unsigned char c = from[i];
        to[i] = c;
    }
    return p.a + p.b; //~ violated uninitialized
}
static int swapped(void) {
    struct pair p = {1, 2}, q, t;
    q.a = 3;
    t = p;
    p = q;
    q = t;
    return p.a + q.a + q.b;
}
int main(void) {
    switch (nondet_int()) {
    case 0:
        return assigned();
    case 1:
        return chosen(nondet_int());
    case 2:
        return global();
    case 3:
        return passed();
    case 4:
        return of_a_result();
    case 5:
        return moved();
    case 6:
        return by_character();
    default:
        return swapped();
    }
}

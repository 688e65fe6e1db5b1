// Structures are compared member by member, as the harnesses of CBMC do; what lies between members does not count.
// run: cairn check %s
// exit: 1
// others: proved 19
struct point {
    char tag;
    long x;
    int *owner;
    unsigned low : 3, : 4, high : 9;
    struct {
        short rows[2];
    };
};
struct line {
    struct point from, to;
};
union both {
    int i;
    char c;
};
struct tagged {
    int tag;
    union both value;
};
struct point made(void);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int owner;
    struct point a = {'a', 1, &owner, 1, 2, {{3, 4}}}, b = {'a', 1, &owner, 1, 2, {{3, 4}}};
    struct line one = {a, b}, other = one, *at = &one;
    __CPROVER_assert(a == b, "members");                     //~ warning C0074
    __CPROVER_assert(*at == other, "structures in structures"); //~ warning C0074
    b.rows[1]++;
    __CPROVER_assert(a != b, "an element");                  //~ warning C0074
    other.to.high = 5;
    __CPROVER_assert(!(one == other), "bits");               //~ warning C0074
    other.to = one.to;
    other.from.owner = 0;
    if (__VERIFIER_nondet_bool())
        __CPROVER_assert(one == other, "a pointer");         //~ warning C0074, violated assertion
    return 0;
}

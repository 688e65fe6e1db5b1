// What cannot be compared member by member is unsupported where it is compared.
// run: cairn check %s
// exit: 2
union both {
    int i;
    char c;
};
struct tagged {
    int tag;
    union both value;
};
struct rate {
    float value;
};
_Bool __VERIFIER_nondet_bool(void);
static struct rate made(void) { return (struct rate){1}; }

int main(void) {
    struct tagged a = {1, {2}}, b = a;
    struct rate r = {1};
    if (__VERIFIER_nondet_bool())
        return a == b;      //~ warning C0074, unsupported unsupported
    if (__VERIFIER_nondet_bool())
        return r == r;      //~ warning C0074, unsupported unsupported
    return made() != r;     //~ warning C0074, unsupported unsupported
}

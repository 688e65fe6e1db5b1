// A tagged union read as what it is not.
// run: cairn check %s
// exit: 1
// others: proved 1
#include <stddef.h>
_Bool __VERIFIER_nondet_bool(void);
struct value {
    enum { NUMBER, TEXT } tag;
    union {
        long number;
        const char *text;
    } as;
};

static char first(const struct value *value) {
    return value->as.text[0]; //~ violated pointer
}

int main(void) {
    struct value number = {NUMBER, {.number = 65}}, text = {TEXT, {.text = "A"}};
    if (first(&text) != 'A')
        return 1;
    return __VERIFIER_nondet_bool() ? first(&number) : 0;
}

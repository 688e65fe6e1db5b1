// What was assigned to a bit-field has a type of its width, for gcc; promoted it is an `int`.
// run: cairn check %s
// others: proved 1
#include <assert.h>
struct parts {
    unsigned small : 3, middle : 9;
    unsigned long large : 33;
};

int main(void) {
    struct parts p = {0};
    _Static_assert(sizeof(p.small = 1) == 1, "");
    _Static_assert(sizeof(p.middle += 1) == 2, "");
    _Static_assert(sizeof(0, p.large) == 8, "");
    _Static_assert(sizeof(+p.small) == 4, "");
    assert(sizeof(++p.middle) == 2 && p.middle == 0);
    return 0;
}

// Members of unnamed members belong to the record.
// run: cairn check %s
// others: proved 7
#include <assert.h>
struct variant {
    enum { NUMBER, PAIR } kind;
    union {
        int number;
        struct {
            short low, high;
        };
    };
};

static int sum(const struct variant *v) {
    return v->kind == NUMBER ? v->number : v->low + v->high;
}

int main(void) {
    struct variant a = {NUMBER, {.number = 7}}, b = {.kind = PAIR, .low = 3, .high = 4};
    assert(sum(&a) == sum(&b));
    assert(&b.low == (short *)&b.number);
    return 0;
}

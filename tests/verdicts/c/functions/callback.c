// A visitor with a context.
// run: cairn check %s
// others: proved 8
#include <assert.h>
struct sum {
    int total, calls;
};

static void each(const int *cells, int count, void (*visit)(int, void *), void *context) {
    for (int i = 0; i < count; i++)
        visit(cells[i], context);
}
static void add(int value, void *context) {
    struct sum *sum = context;
    sum->total += value;
    sum->calls++;
}

int main(void) {
    const int cells[] = {4, 5, 6};
    struct sum sum = {0, 0};
    each(cells, 3, add, &sum);
    assert(sum.total == 15 && sum.calls == 3);
    return 0;
}

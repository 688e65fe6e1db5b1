// Records are copied by assignment, as arguments and as results; what they point to is shared.
// run: cairn check %s
// others: proved 8
#include <assert.h>
struct sample {
    int values[3];
    int *shared;
};

static struct sample doubled(struct sample s) {
    for (int i = 0; i < 3; i++)
        s.values[i] *= 2;
    *s.shared = 1;
    return s;
}

int main(void) {
    int flag = 0;
    struct sample a = {{1, 2, 3}, &flag}, b = doubled(a);
    assert(a.values[2] == 3 && b.values[2] == 6);
    assert(flag == 1 && a.shared == b.shared);
    a = b;
    a.values[0]++;
    assert(a.values[0] == 3 && b.values[0] == 2);
    return 0;
}

// An interpreter with a table of labels.
// run: cairn check %s
// others: proved 15
#include <assert.h>
int main(void) {
    static const unsigned char code[] = {0, 0, 1, 0, 2};
    static const void *const labels[] = {&&add, &&twice, &&stop};
    int value = 0, at = 0;
    goto *labels[code[at++]];
add:
    value += 3;
    goto *labels[code[at++]];
twice:
    value *= 2;
    goto *labels[code[at++]];
stop:
    assert(value == 15 && at == 5);
    return 0;
}

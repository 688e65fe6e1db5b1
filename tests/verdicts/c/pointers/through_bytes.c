// A pointer that is stored and loaded through bytes is still the same pointer.
// run: cairn check %s
// others: proved 11
#include <assert.h>
#include <string.h>
int main(void) {
    int x = 1, *from = &x, *to;
    memcpy(&to, &from, sizeof to);
    *to = 5;
    assert(x == 5 && to == from);
    int *table[2] = {&x, 0}, *copy[2];
    memcpy(copy, table, sizeof copy);
    assert(copy[0] == &x && copy[1] == 0);
    return 0;
}

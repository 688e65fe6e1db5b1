// qsort with a comparison of our own, then bsearch.
// run: cairn check %s
// others: proved 33
#include <assert.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void) {
    int cells[] = {3, 1, 2}, key = 2;
    qsort(cells, 3, sizeof cells[0], by_value);
    assert(cells[0] == 1 && cells[1] == 2 && cells[2] == 3);
    assert(bsearch(&key, cells, 3, sizeof cells[0], by_value) == &cells[1]);
    return 0;
}

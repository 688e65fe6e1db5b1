// A vector that grows keeps its elements.
// run: cairn check %s --check leak
// others: proved 17
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int capacity = 1, *cells = malloc(sizeof *cells);
    if (cells == NULL)
        return 1;
    for (int count = 0; count < 4; count++) {
        if (count == capacity) {
            int *more = realloc(cells, 2 * capacity * sizeof *cells);
            if (more == NULL) {
                free(cells);
                return 1;
            }
            cells = more;
            capacity *= 2;
        }
        cells[count] = count * count;
    }
    assert(cells[0] == 0 && cells[3] == 9);
    free(cells);
    return 0;
}

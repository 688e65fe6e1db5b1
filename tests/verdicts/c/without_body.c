// A function without a body is not harmless.
// run: cairn check %s
// exit: 1
#include <assert.h>
void fill(int *cells, int count);

int main(void) {
    int cells[3] = {0, 0, 0}, other = 1;
    const int *view = cells;
    fill(cells, 3); //~ note C0061
    assert(other == 1); //~ proved assertion
    assert(view[2] == 0); //~ violated assertion, proved pointer
    return 0;
}

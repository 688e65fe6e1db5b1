// An array argument is a pointer, a record argument is a copy.
// run: cairn check %s
// others: proved 3
#include <assert.h>
struct box {
    int cells[2];
};

static void change_array(int cells[2]) { cells[0] = 1; }
static void change_box(struct box box) { box.cells[0] = 1; }
static unsigned long size(int cells[10]) { return sizeof cells; }

int main(void) {
    int cells[2] = {0, 0};
    struct box box = {{0, 0}};
    change_array(cells);
    change_box(box);
    assert(cells[0] == 1 && box.cells[0] == 0);
    int ten[10] = {0};
    assert(size(ten) == sizeof(int *) && sizeof ten == 40);
    return 0;
}

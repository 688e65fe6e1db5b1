// A static local keeps its value between calls; each function has its own.
// run: cairn check %s
// others: proved 4
#include <assert.h>
static int next_id(void) {
    static int id = 100;
    return id++;
}
static int other_id(void) {
    static int id;
    return ++id;
}

int main(void) {
    assert(next_id() == 100 && next_id() == 101);
    assert(other_id() == 1 && other_id() == 2 && next_id() == 102);
    return 0;
}

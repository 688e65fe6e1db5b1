// One order is taken when it is asked for: the left operand first, the target of an assignment too.
// run: cairn check %s --evaluation-order left
// exit: 0
// others: proved 5
#include <assert.h>
static int count, cells[3];
static int next(void) { return ++count; }
static int difference(int a, int b) { return a - b; }

int main(void) {
    assert(difference(next(), next()) == -1); //~ note C0063
    cells[count] = next(); //~ note C0063
    assert(cells[2] == 3);
    return 0;
}

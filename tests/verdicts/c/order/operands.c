// Where calls change what other operands read, C leaves the order open: every order is explored.
// run: cairn check %s
// exit: 1
// others: proved 13
#include <assert.h>
static int count, cell = 1, cells[3], *at = cells;
static int next(void) { return ++count; }
static int change(void) { cell = 2; return 1; }
static int move(void) { at = cells + 1; return 7; }
static int difference(int a, int b) { return a - b; }

int main(void) {
    int d = difference(next(), next()); //~ note C0063
    assert(d == 1 || d == -1);
    assert(d == -1); //~ violated assertion
    int sum = cell + change(); //~ note C0063
    assert(sum == 2 || sum == 3);
    *at = move(); //~ note C0063
    assert(cells[0] == 7 || cells[1] == 7);
    assert(cells[1] == 7); //~ violated assertion
    int items[2] = {next(), next()}; //~ note C0063
    assert(items[0] + items[1] == 7);
    assert(items[0] < items[1]); //~ violated assertion
    int digits = 100 * next() + 10 * next() + next(); //~ note C0063
    assert(digits != 675); //~ violated assertion
    return 0;
}

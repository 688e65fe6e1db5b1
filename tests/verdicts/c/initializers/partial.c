// What an initialiser leaves out is zero, in automatic objects too.
// run: cairn check %s
// others: proved 2
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int cells[4] = {x}, grid[2][2] = {{1}, {2}};
    char text[5] = "ab";
    assert(cells[0] == x && cells[3] == 0);
    assert(grid[0][1] == 0 && grid[1][0] == 2 && text[4] == '\0');
    return 0;
}

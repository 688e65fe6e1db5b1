// Static objects begin at zero, automatic ones do not.
// run: cairn check %s
// exit: 1
// others: proved 2
#include <assert.h>
#include <stddef.h>
static struct {
    int number;
    void *pointer;
    double real;
} global;

int main(void) {
    static int cells[3];
    int local;
    int *view = &local;
    assert(global.number == 0 && global.pointer == NULL && global.real == 0.0 && cells[2] == 0);
    assert(*view == 0); //~ violated assertion
    return 0;
}

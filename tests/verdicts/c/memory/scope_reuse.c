// A pointer to a variable of an inner block outlives it.
// run: cairn check %s
// exit: 1
// others: proved 1
#include <stddef.h>
int main(void) {
    int *last = NULL;
    for (int i = 0; i < 3; i++) {
        int copy = i;
        last = &copy;
    }
    return *last; //~ violated pointer
}

// run: cairn check %s
// exit: 1
// others: proved 3
#include <assert.h>
#include <stdarg.h>

static double total(int count, ...) {
    va_list list;
    double sum = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        int whole = va_arg(list, int); //~ violated pointer
        sum += whole + va_arg(list, double);
    }
    va_end(list);
    return sum;
}

int main(void) {
    assert(total(2, 1, 0.5, 2, 0.25) == 3.75);
    return total(2, 1, 0.5) > 1;
}

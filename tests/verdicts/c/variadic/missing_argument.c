// One argument fewer than announced.
// run: cairn check %s
// exit: 1
// others: proved 1
#include <stdarg.h>
static int largest(int count, ...) {
    va_list list;
    va_start(list, count);
    int result = 0;
    while (count-- > 0) {
        int next = va_arg(list, int); //~ violated pointer
        if (next > result)
            result = next;
    }
    va_end(list);
    return result;
}

int main(void) {
    return largest(3, 4, 5);
}

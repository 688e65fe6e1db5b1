// A variable number of arguments, ended by a count.
// run: cairn check %s
// others: proved 6
#include <assert.h>
#include <stdarg.h>
static long sum(int count, ...) {
    va_list list;
    va_start(list, count);
    long total = 0;
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

int main(void) {
    assert(sum(0) == 0);
    assert(sum(3, 1, 2, 3) == 6);
    assert(sum(2, (char)7, (short)-7) == 0);
    return 0;
}

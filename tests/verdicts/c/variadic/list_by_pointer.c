// A list of arguments behind a pointer, copied and read there.
// run: cairn check %s
// others: proved 8
#include <assert.h>
#include <stdarg.h>

static int next(va_list *list) { return va_arg(*list, int); }
static void copy(va_list *to, va_list from) { va_copy(*to, from); }

static int sum(int count, ...) {
    va_list list, again;
    int total = 0;
    va_start(list, count);
    copy(&again, list);
    for (int i = 0; i < count; i++)
        total += next(&list);
    total -= va_arg(again, int);
    va_end(again);
    va_end(list);
    return total;
}

int main(void) {
    assert(sum(3, 1, 2, 4) == 6);
    return 0;
}

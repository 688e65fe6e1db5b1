// An unnamed argument is read as what it is.
// run: cairn check %s
// exit: 1
// others: proved 14
#include <assert.h>
#include <stdarg.h>
struct pair { int a, b; };
static long sum(const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    long result = 0;
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'i': result += va_arg(list, int); break; //~ violated pointer, proved overflow
        case 'u': result += va_arg(list, unsigned); break;
        case 'd': result += (long)va_arg(list, double); break;
        case 'D': result += (long)va_arg(list, long double); break;
        case 'p': result += *va_arg(list, int *); break;
        case 's': result += va_arg(list, struct pair).b; break;
        }
    va_end(list);
    return result;
}

int main(void) {
    int three = 3;
    struct pair pair = {1, 40};
    assert(sum("iuDdps", 1, 2, 100.0L, 7.5, &three, pair) == 153);
    return (int)sum("i", 2.0);
}

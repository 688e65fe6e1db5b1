// Messages about what a macro does name its operands.
// run: cairn check %s
// exit: 1
// others: proved 2
#include <stdlib.h>
struct buffer { unsigned long length; unsigned char bytes[3]; struct buffer *next; };
extern int nondet_int(void);
static int count;
static int next(void) { return ++count; }
static int minus(int a, int b) { return a - b; }
#define DIVIDED(a, b) ((a) / (b))
#define BYTE(p, i) ((p)->bytes[(i)])
#define BEHIND(p) ((p)->next->length)
#define ADD(x) x += 1000000000
#define FIRST(p) (*(p)++)
#define BOTH minus(next(), next())
#define CALL(f, x) (f)(x)

int main(void) {
    struct buffer a = {0};
    int x = nondet_int(), y = nondet_int(), *p = nondet_int() ? &x : 0;
    void (*nothing)(int) = 0;
    switch (nondet_int()) {
    case 0: return DIVIDED(x, y); //~ violated division-by-zero, violated overflow
    case 1: return BYTE(&a, x); //~ violated index
    case 2: return (int)BEHIND(&a); //~ violated pointer
    case 3: ADD(x); break; //~ violated overflow
    case 4: return FIRST(p); //~ violated pointer
    case 5: return BOTH; //~ note C0063
    case 6: CALL(nothing, x); break; //~ violated pointer
    }
    return 0;
}

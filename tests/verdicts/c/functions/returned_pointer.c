// A function that returns a function.
// run: cairn check %s
// others: proved 7
#include <assert.h>
char __VERIFIER_nondet_char(void);
static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int none(int a, int b) { return a ? 0 : b * 0; }

static int (*operation(char sign))(int, int) {
    return sign == '+' ? add : sign == '-' ? subtract : none;
}

int main(void) {
    char sign = __VERIFIER_nondet_char();
    int result = operation(sign)(7, 3);
    assert(result == (sign == '+' ? 10 : sign == '-' ? 4 : 0));
    assert((*operation('+'))(1, 1) == 2 && operation('-') == subtract);
    return 0;
}

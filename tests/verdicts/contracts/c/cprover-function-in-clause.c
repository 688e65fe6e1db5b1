// run: cairn prove %s
// exit: 1
// others: proved 6
#include <stddef.h>

// Functions of the program in clauses are their bodies: locals, branches and returns.

static int clamped(int x, int low, int high) {
    int result = x;
    if (x < low)
        result = low;
    else if (x > high)
        return high;
    return result;
}

static _Bool is_small(const int *p) { return p != NULL && *p < 100; }   //~ violated pointer

int limit(int x)
__CPROVER_ensures(__CPROVER_return_value == clamped(x, -10, 10))
{
    return x < -10 ? -10 : x > 10 ? 10 : x;
}

int limit_wrongly(int x)
__CPROVER_ensures(__CPROVER_return_value == clamped(x, -10, 10))   //~ violated postcondition
{
    return x < -10 ? -10 : x >= 10 ? 9 : x;
}

void grow(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p) && is_small(p))
__CPROVER_assigns(*p)
__CPROVER_ensures(clamped(*p, 0, 200) <= 100)
{
    *p = *p + 1;
}

// A new object may lie where another one lay before: comparing the old pointer may give either.
// run: cairn check %s
// exit: 1
// others: proved 4
#include <assert.h>
#include <stdlib.h>
static int *kept;
static void first(void) { int x = 1; kept = &x; }
static void second(void) { int y = 2; assert(kept != &y); } //~ violated assertion
int main(void) {
    char *p = malloc(8);
    if (!p)
        return 0;
    assert(p != 0);
    free(p);
    char *q = malloc(8);
    if (!q)
        return 0;
    int same = p == q;
    assert(same == 0 || same == 1);
    free(q);
    first();
    second();
    return 0;
}

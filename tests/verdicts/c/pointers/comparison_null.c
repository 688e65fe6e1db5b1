// Addresses of objects are never null and never equal to each other.
// run: cairn check %s
// others: proved 3
#include <assert.h>
#include <stddef.h>
static int a, b;
static int function(void) { return 1; }

int main(void) {
    int local, *p = &a;
    assert(p != NULL && p != &b && p != &local);
    assert(function != NULL && (p ? 1 : 0) == 1 && !p == 0);
    assert(&a == &*p && &p[0] == p);
    return 0;
}

// Arrays within records within an array, all at arbitrary places.
// run: cairn check %s
// others: proved 23
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
struct item { char name[8]; int counts[4]; struct { short a, b; } pairs[2]; };
static struct item items[10];
int main(void) {
    for (int k = 0; k < 2; k++) {
        unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
        if (i >= 10 || j >= 4) return 0;
        struct item *it = &items[i];
        it->counts[j]++;
        it->name[j] = 'x';
        it->pairs[j / 2].b = (short)k;
        int *p = &it->counts[j];
        *p += 1;
        assert(it->counts[j] >= 2 && it->counts[j] <= 2 * (k + 1));
        assert(it->pairs[j / 2].b == k);
        assert(it->name[7] == 0);
    }
    return 0;
}

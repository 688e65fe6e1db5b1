// A table of pointers to different objects, indexed by an input.
// run: cairn check %s
// exit: 1
// others: proved 8
#include <assert.h>
#include <stddef.h>
unsigned __VERIFIER_nondet_uint(void);
static int left = 1, right[3] = {2, 3, 4};
static int *const parts[4] = {&left, &right[1], right, NULL};

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 4;
    *parts[i] += 10;
    assert(left + right[0] + right[1] + right[2] == 20);
    return *parts[j]; //~ violated pointer
}

// No elements from nowhere: an address that does not move is fine, null too.
// run: cairn check %s
// exit: 0
#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);

static int total(const int *from, size_t count) {
    int sum = 0;
    for (const int *p = from; p != from + count; p++)
        sum += *p; //~ proved overflow, proved pointer
    return sum;
}

int main(void) {
    int two[2] = {1, 2};
    const int *from = __VERIFIER_nondet_int() ? two : NULL;
    assert(total(from, from ? 2 : 0) <= 3); //~ proved assertion
    return 0;
}

// Integer square root bit by bit.
// run: cairn check %s
// others: proved 1
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

static unsigned root(unsigned n) {
    unsigned result = 0;
    for (unsigned bit = 16; bit != 0; bit >>= 1)
        if ((result + bit) * (result + bit) <= n)
            result += bit;
    return result;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uchar();
    unsigned r = root(n);
    assert(r * r <= n && n < (r + 1) * (r + 1));
    return 0;
}

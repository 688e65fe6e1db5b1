// run: cairn check %s
// others: proved 6
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

struct flags {
    unsigned low : 3;
    int sign : 4;
    unsigned long wide : 40;
    _Bool last : 1;
};

struct packed {
    unsigned a : 24;
    unsigned char b;
} __attribute__((packed));

int main(void) {
    struct flags f = {.low = 9, .sign = -3, .last = 2};
    assert(f.low == 1 && f.sign == -3 && f.last);
    f.sign = 9;
    assert(f.sign == -7);
    unsigned n = __VERIFIER_nondet_uint();
    f.low = n;
    assert(f.low == n % 8 && f.sign == -7);
    f.wide = ~0ul;
    f.wide++;
    assert(f.wide == 0 && f.last && f.low == n % 8);
    struct packed p = {0x123456, 0xff};
    p.a = p.a + 1;
    assert(sizeof p == 4 && p.a == 0x123457 && p.b == 0xff);
    return 0;
}

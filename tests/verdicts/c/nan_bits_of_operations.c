// run: cairn check %s
// exit: 2
// others: proved 3
// Which NaN an operation gives is not known: a product with 1 need not keep its bits.
#include <assert.h>

float nondet_float(void);

union word {
    float number;
    int bits;
};

static int bits_of(float number) {
    union word word;
    word.number = number;
    return word.bits;
}

int main(void) {
    float x = nondet_float();
    float product = x * 1.0f;
    float back = (float)(double)x;
    if (x == x) {
        assert(bits_of(product) == bits_of(x));
        assert(bits_of(back) == bits_of(x));
    } else if (x < 0.0f) {
        assert(0);
    }
    if (nondet_float() > 0.0f) {
        assert(bits_of(product) == bits_of(x)); //~ unsupported assertion
    } else {
        assert(bits_of(back) == bits_of(x)); //~ unsupported assertion
    }
    return 0;
}

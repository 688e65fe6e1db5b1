// run: cairn check %s
// exit: 1
// others: proved 16
// Processors have many NaNs. Copies keep all of its bits, changes of the sign all others; what an operation gives is not known.
#include <assert.h>
#include <math.h>
#include <string.h>

float nondet_float(void);
int nondet_int(void);
unsigned nondet_unsigned(void);

union word {
    float number;
    unsigned bits;
};

static unsigned bits_of(float number) {
    union word word;
    word.number = number;
    return word.bits;
}

static float number_of(unsigned bits) {
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static int is_nan(float number) {
    return (bits_of(number) & 0x7fffffffu) > 0x7f800000u;
}

static float absolute(float number) {
    *(unsigned *)&number &= 0x7fffffffu;
    return number;
}

int main(void) {
    float x = nondet_float();
    assert(is_nan(x) == (x != x));
    assert(is_nan(absolute(x)) == is_nan(x));
    assert(bits_of(absolute(x)) == bits_of(fabsf(x)));
    assert(bits_of(-x) == (bits_of(x) ^ 0x80000000u));

    float y = x;
    float pair[2] = {y, 1.0f};
    unsigned words[2];
    memcpy(words, pair, sizeof words);
    assert(words[0] == bits_of(x));
    assert(words[1] == 0x3f800000u);

    unsigned other = nondet_unsigned();
    float chosen = nondet_int() ? x : number_of(other);
    assert(bits_of(chosen) == bits_of(x) || bits_of(chosen) == other);
    if (x != x) {
        assert(bits_of(x) != 0xffc12345u); //~ violated assertion
    }
    return 0;
}

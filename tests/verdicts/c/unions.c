// Bytes mean what they mean on the machine.
// run: cairn check %s
// others: proved 11
#include <assert.h>
#include <string.h>

union word {
    unsigned whole;
    unsigned char bytes[4];
    float number;
};

int main(void) {
    union word w;
    w.number = 1.0f;
    assert(w.whole == 0x3f800000u);
    assert(w.bytes[3] == 0x3f);
    w.bytes[0] = 1;
    assert(w.whole == 0x3f800001u);
    double d = -2.0;
    unsigned long bits;
    memcpy(&bits, &d, sizeof bits);
    assert(bits >> 52 == 0xc00);
    int n = 0x01020304;
    unsigned char *first = (unsigned char *)&n;
    assert(first[0] == 4 && first[3] == 1);
    return 0;
}

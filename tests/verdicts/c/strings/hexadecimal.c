// A byte to two hexadecimal digits and back.
// run: cairn check %s
// others: proved 9
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
static const char digits[] = "0123456789ABCDEF";

static int value(char digit) {
    return digit <= '9' ? digit - '0' : digit - 'A' + 10;
}

int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    char text[3] = {digits[byte >> 4], digits[byte & 15], '\0'};
    assert(value(text[0]) * 16 + value(text[1]) == byte);
    assert(sizeof digits == 17 && digits[16] == '\0');
    return 0;
}

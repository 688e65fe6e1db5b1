// Character classes on every character.
// run: cairn check %s
// others: proved 15
#include <assert.h>
#include <ctype.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int c = __VERIFIER_nondet_uchar() & 0x7F;
    assert(!isdigit(c) || (c >= '0' && c <= '9'));
    assert(!islower(c) || toupper(c) == c - 'a' + 'A');
    assert(!!isalnum(c) == (isalpha(c) || isdigit(c)));
    assert(!isspace(c) || !isprint(c) || c == ' ');
    return 0;
}

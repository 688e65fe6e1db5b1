// An initialiser says nothing about bytes and bits that belong to no member.
// run: cairn check %s
// exit: 1
// others: proved 9
#include <assert.h>
#include <string.h>
struct padded {
    char first;
    int second;
};
struct bits {
    unsigned low : 3, high : 7;
};
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    struct padded x = {1, 2}, y = {1, 2};
    struct bits b = {1, 2};
    unsigned char *bytes = (unsigned char *)&b;
    assert(x.first == y.first && x.second == y.second); //~ proved assertion
    assert(b.low == 1 && b.high == 2);                  //~ proved assertion
    assert(bytes[0] == 0x11);                           //~ proved assertion
    if (__VERIFIER_nondet_bool())
        assert(memcmp(&x, &y, sizeof x) == 0); //~ violated assertion
    if (__VERIFIER_nondet_bool())
        assert(bytes[1] == 0); //~ violated assertion
    if (__VERIFIER_nondet_bool())
        assert(bytes[3] == 0); //~ violated assertion
    return 0;
}

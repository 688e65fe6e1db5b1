// String literals may share their storage where they are equal or one is the tail of the other (C17 6.4.5): compilers differ.
// run: cairn check %s
// exit: 1
// others: proved 4
#include <assert.h>
#include <string.h>
_Bool __VERIFIER_nondet_bool(void);
static const char *names[2] = {"on", "on"};
static const char *end(void) { return "end"; }

int main(void) {
    const char *whole = "unhappy", *tail = "happy", *again = "happy", *other = "sad";
    assert(whole != other && tail != other);
    assert(whole != tail && whole + 1 != tail);
    assert(tail == tail);
    if (tail == again)
        assert(whole + 2 != tail); //~ violated assertion
    assert(end() == end());
    if (__VERIFIER_nondet_bool())
        assert(names[0] == names[1]); //~ violated assertion
    if (__VERIFIER_nondet_bool())
        assert(names[0] != names[1]); //~ violated assertion
    if (__VERIFIER_nondet_bool())
        assert(end() != "the end" + 4); //~ violated assertion
    return 0;
}

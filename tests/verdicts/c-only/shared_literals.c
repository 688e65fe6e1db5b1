// String literals may share their storage where one is the tail of the other (C17 6.4.5): compilers differ.
// run: cairn check %s
// exit: 1
// others: proved 3
#include <assert.h>
#include <string.h>
int main(void) {
    const char *whole = "unhappy", *tail = "happy", *again = "happy", *other = "sad";
    assert(whole != other && tail != other);
    assert(whole != tail && whole + 1 != tail);
    assert(tail == tail);
    if (tail == again)
        assert(whole + 2 != tail); //~ violated assertion
    return 0;
}

// A choice by type, at translation time.
// run: cairn check %s
// others: proved 4
#include <assert.h>
#define kind(x) _Generic((x), char: 1, int: 2, unsigned: 3, double: 4, char *: 5, default: 6)
#define larger(a, b) ({ __typeof__(a) left = (a), right = (b); left > right ? left : right; })

int main(void) {
    char c = 'c';
    assert(kind(c) == 1 && kind('c') == 2 && kind(c + c) == 2 && kind(1u + 1) == 3);
    assert(kind(1.0f) == 6 && kind("text") == 5);
    int calls = 0;
    assert(larger(++calls, 0) == 1 && calls == 1);
    return 0;
}

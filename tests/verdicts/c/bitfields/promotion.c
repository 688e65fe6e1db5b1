// A narrow unsigned field becomes an int in arithmetic.
// run: cairn check %s
// others: proved 4
#include <assert.h>
struct field {
    unsigned a : 5, b : 5;
};

int main(void) {
    struct field f = {3, 5};
    assert(f.a - f.b == -2);
    f.a -= f.b;
    assert(f.a == 30);
    return 0;
}

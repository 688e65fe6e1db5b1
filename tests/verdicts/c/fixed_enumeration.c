// Enumerations with a type of their own, as in C23; a bit-field without a name is none.
// run: cairn check %s
// others: proved 3
#include <assert.h>
typedef unsigned char byte;
enum small : byte { FIRST, LAST = 255 };
enum wide : long long { MANY = 1LL << 40 };
enum later : short;
enum later : short { LOW = -5 };
struct bits {
    enum small a : 4;
    enum small : 4;
    enum wide b : 3;
};

int main(void) {
    assert(sizeof(enum small) == 1 && sizeof(enum wide) == 8 && sizeof(enum later) == 2);
    enum small s = 300;
    assert(s == 44);
    assert(MANY > 0 && LOW == -5 && sizeof(LAST) == 1);
    return 0;
}

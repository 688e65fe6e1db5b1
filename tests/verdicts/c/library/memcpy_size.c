// The size of the pointer instead of what it points to, and one record too many.
// run: cairn check %s
// exit: 1
// others: proved 8
#include <assert.h>
#include <string.h>
struct record {
    int id, data[3];
};

int main(void) {
    struct record from[2] = {{1, {1, 2, 3}}, {2, {4, 5, 6}}}, to[2];
    memcpy(to, from, sizeof from);
    assert(to[1].data[2] == 6);
    memcpy(&to[1], from, sizeof from); //~ violated pointer
    return 0;
}

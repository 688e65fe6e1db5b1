// Designators, defaults and nested braces.
// run: cairn check %s
// others: proved 6
#include <assert.h>
struct point {
    int x, y;
};
static const struct {
    struct point corners[3];
    const char *name;
    int flags[];
} shape = {.corners = {[1] = {.y = 5}, {7, 8}}, .name = "roof", .flags = {1, 2}};
static int sparse[] = {[4] = 9, [1] = 3, 4};

int main(void) {
    assert(shape.corners[0].x == 0 && shape.corners[1].y == 5 && shape.corners[2].x == 7);
    assert(shape.flags[1] == 2 && shape.name[3] == 'f');
    assert(sizeof sparse / sizeof sparse[0] == 5 && sparse[2] == 4 && sparse[3] == 0);
    struct point p = *&(struct point){.y = 2};
    assert(p.x == 0 && p.y == 2);
    return 0;
}

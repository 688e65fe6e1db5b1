// run: cairn check %s
// others: proved 10
#include <assert.h>

struct point { int x, y; };
struct shape { const char *name; struct point corners[3]; union { int i; char c; } tag; };

static struct shape shapes[3] = {
    [1] = {"triangle", {{1, 2}, [2] = {.y = 6}}, .tag.c = 'x'},
    {.name = "none"},
};
static int *second = &shapes[1].corners[2].y;
static char text[] = "ab" "cd";
static struct { int count; short rest[]; } tail = {2, {7, 8}};

static int count(void) {
    static int calls = 10;
    return ++calls;
}

int main(void) {
    assert(shapes[0].name == 0 && shapes[1].corners[0].y == 2 && shapes[1].corners[1].x == 0);
    assert(*second == 6 && shapes[1].tag.c == 'x' && shapes[2].name[0] == 'n');
    assert(sizeof text == 5 && text[3] == 'd' && tail.rest[1] == 8);
    struct point p = {.y = 3}, *q = &(struct point){4, 5};
    int grid[2][3] = {1, 2, 3, 4};
    assert(p.x == 0 && q->y == 5 && grid[1][0] == 4 && grid[1][2] == 0);
    assert(count() == 11 && count() == 12);
    return 0;
}

// Three files: a name that is private here is shared by the others, and one that nobody gives a value but the second.
// run: cairn check %s levels_given.c levels_read.c
// others: proved 5
#include <assert.h>
static int level = 1;
int limit;
int read_level(void);
int raise_limit(void);

int main(void) {
    assert(level == 1 && read_level() == 7);
    assert(limit == 3);
    assert(raise_limit() == 4 && limit == 4);
    level = 2;
    assert(read_level() == 7);
    return 0;
}

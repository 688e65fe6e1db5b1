// A header may promise less than the function gives: the lower half arrives.
// run: cairn check %s
// others: proved 3
#include <assert.h>
unsigned strlen(const char *);
static int early = (int){42};

int main(void) {
    assert(strlen("four") == 4);
    assert(early == 42);
    return 0;
}

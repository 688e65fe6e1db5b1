// An inner declaration hides the outer one, also in its own initialiser's scope.
// run: cairn check %s
// others: proved 5
#include <assert.h>
static int x = 1;
int main(void) {
    int seen = x;
    int x = 2;
    {
        extern int y;
        int x = 3;
        seen += x + y;
    }
    for (int x = 10; x < 11; x++)
        seen += x;
    assert(seen == 1 + 3 + 7 + 10 && x == 2);
    return 0;
}
int y = 7;

// The towers of Hanoi with four discs need fifteen moves.
// run: cairn check %s
// others: proved 6
#include <assert.h>
static int moves;

static void move(int discs, int from, int to) {
    if (discs == 0)
        return;
    int spare = 3 - from - to;
    move(discs - 1, from, spare);
    moves++;
    move(discs - 1, spare, to);
}

int main(void) {
    move(4, 0, 2);
    assert(moves == 15);
    return 0;
}

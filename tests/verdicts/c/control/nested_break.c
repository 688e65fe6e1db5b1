// break leaves one loop, continue goes on with the next round.
// run: cairn check %s
// others: proved 5
#include <assert.h>
int main(void) {
    int steps = 0, skipped = 0;
    for (int i = 0; i < 4; i++) {
        for (int j = 0;; j++) {
            if (j > i)
                break;
            if (j % 2 == 1) {
                skipped++;
                continue;
            }
            steps++;
        }
    }
    assert(steps == 6 && skipped == 4);
    return 0;
}

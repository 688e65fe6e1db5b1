// A traffic light: never green in both directions, whatever the requests.
// run: cairn check %s --unwind 6 --unwinding assume
// exit: 0
// others: bounded 1
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);
enum light { RED, GREEN, YELLOW };

int main(void) {
    enum light north = RED, east = GREEN;
    for (;;) {
        if (__VERIFIER_nondet_bool()) {
            switch (east) {
            case GREEN: east = YELLOW; break;
            case YELLOW: east = RED; north = GREEN; break;
            case RED:
                if (north == GREEN)
                    north = YELLOW;
                else {
                    north = RED;
                    east = GREEN;
                }
            }
        }
        assert(north == RED || east == RED);
    }
}

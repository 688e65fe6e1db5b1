/* A lift that must never move with its door open, driven by a table of functions. Try:

       cairn check examples/c/elevator.c --unwind 8 --unwinding assume

   Eight arbitrary buttons in a row find the mistake: `open_door` looks at the floor and forgets that the lift may be
   moving. With `&& !lift->moving` there, the same run finds nothing. */

#include <assert.h>
#include <stdbool.h>

unsigned __VERIFIER_nondet_uint(void);

struct lift {
    int floor;
    bool moving, open;
};

static void start(struct lift *lift) {
    if (!lift->open)
        lift->moving = true;
}

static void arrive(struct lift *lift) {
    if (lift->moving && lift->floor < 9)
        lift->floor++;
    lift->moving = false;
}

static void open_door(struct lift *lift) {
    if (lift->floor > 0)
        lift->open = true;
}

static void close_door(struct lift *lift) {
    lift->open = false;
}

static void (*const buttons[])(struct lift *) = {start, arrive, open_door, close_door};

int main(void) {
    struct lift lift = {0, false, false};
    for (;;) {
        buttons[__VERIFIER_nondet_uint() % 4](&lift);
        assert(!(lift.moving && lift.open));
    }
}

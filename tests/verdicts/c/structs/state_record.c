// A button is debounced: it counts as pressed after three equal samples.
// run: cairn check %s
// others: proved 13
#include <assert.h>
#include <stdbool.h>
bool __VERIFIER_nondet_bool(void);
struct button {
    unsigned char history;
    bool pressed;
};

static void sample(struct button *b, bool level) {
    b->history = (unsigned char)((b->history << 1 | level) & 7);
    if (b->history == 7)
        b->pressed = true;
    else if (b->history == 0)
        b->pressed = false;
}

int main(void) {
    struct button b = {0, false};
    for (int i = 0; i < 6; i++) {
        bool before = b.pressed, level = __VERIFIER_nondet_bool();
        sample(&b, level);
        assert(b.pressed == before || b.pressed == level);
        assert(i >= 2 || !b.pressed);
    }
    return 0;
}

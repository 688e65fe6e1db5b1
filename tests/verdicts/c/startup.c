// Constructors run before `main`, what `atexit` registered after it, the last first.
// run: cairn check %s
// exit: 1
// others: proved 8
#include <assert.h>
#include <stdlib.h>

static int stage;

__attribute__((constructor)) static void prepare(void) { stage = 1; }
static void first(void) { assert(stage == 3); }
static void second(void) { stage = 3; }

int main(int argc, char **argv) {
    assert(stage == 1 && argc >= 1);
    atexit(first);
    atexit(second);
    stage = 2;
    if (argc > 5)
        abort();
    assert(argc <= 4); //~ violated assertion
    exit(0);
    assert(0); //~ proved assertion unreachable
}

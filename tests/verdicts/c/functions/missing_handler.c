// A table of handlers with a hole.
// run: cairn check %s
// exit: 1
// others: proved 2
unsigned char __VERIFIER_nondet_uchar(void);
static int count;

static void start(void) { count = 0; }
static void tick(void) { count = (count + 1) % 10; }

static void (*const handlers[4])(void) = {[0] = start, [1] = tick, [3] = tick};

int main(void) {
    unsigned char event = __VERIFIER_nondet_uchar();
    if (event < 4)
        handlers[event](); //~ violated pointer
    return count;
}

// A cooperative scheduler: every task runs exactly as often as its period says.
// run: cairn check %s
// others: proved 9
#include <assert.h>
static int fast_runs, slow_runs;
static void fast(void) { fast_runs++; }
static void slow(void) { slow_runs++; }

static struct task {
    void (*run)(void);
    unsigned period, left;
} tasks[] = {{fast, 2, 1}, {slow, 5, 1}};

int main(void) {
    for (int tick = 0; tick < 20; tick++)
        for (unsigned i = 0; i < sizeof tasks / sizeof tasks[0]; i++)
            if (--tasks[i].left == 0) {
                tasks[i].run();
                tasks[i].left = tasks[i].period;
            }
    assert(fast_runs == 10 && slow_runs == 4);
    return 0;
}

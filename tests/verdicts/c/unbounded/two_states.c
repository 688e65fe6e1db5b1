// Needs induction over two iterations: a flag alternates, and what is checked holds every other time.
// run: cairn check %s
// others: proved 3
#include <assert.h>
int nondet_int(void);

int main(void) {
    int a = 0, b = 1, c = 0;
    while (nondet_int()) {
        int next = a;
        a = b;
        b = c;
        c = next;
        assert(a + b + c == 1);
    }
    return 0;
}

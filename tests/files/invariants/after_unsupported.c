// run: cairn export %s --to annotated --invariants
// What comes after a call that is not supported was not analysed, so nothing is said about the second loop, although
// `i` would not be negative there if the call ended the execution. The first loop comes before.
#include <assert.h>
#include <setjmp.h>

jmp_buf place;
int nondet(void);

int main(void) {
    int n = nondet();
    int k = 0;
    while (k < n) {
        assert(k >= 0);
        k++;
    }
    int i = 0;
    if (n > 1000) {
        setjmp(place);
        i = -5;
    }
    while (i < n) {
        assert(i >= -5);
        i++;
    }
    return 0;
}

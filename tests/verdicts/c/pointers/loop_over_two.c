// A pointer that leads to one of two variables: the Horn clauses of such a loop come from the transition form.
// run: cairn check %s --engine chc
// needs: solvers
// exit: 1
// others: proved 4
#include <assert.h>
int nondet_int(void);

int main(void) {
    int left = 0, right = 0;
    while (nondet_int()) {
        int *chosen = nondet_int() ? &left : &right;
        if (*chosen < 1000)
            *chosen = *chosen + 1;
        assert(left <= 1000); //~ proved assertion
        assert(right < 3);    //~ violated assertion
    }
    return 0;
}

// Another file defines a function with other parameters than this one says: a warning, and calls are not followed.
// run: cairn check %s another_prototype_part.c
// exit: 2
// others: proved 2
#include <assert.h>
int scaled(int);
int doubled(int);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    assert(doubled(2) == 4);
    if (__VERIFIER_nondet_bool())
        return scaled(1);    //~ unsupported unsupported
    int (*chosen)(int) = scaled; //~ unsupported unsupported
    return chosen(3); //~ unsupported pointer
}

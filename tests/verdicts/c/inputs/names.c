// run: cairn check %s
// exit: 1
// What an input is does not depend on how a variable is called: none of these is the number of arguments.
#include <assert.h>

int nondet_int(void);

static int argc_of(int argc) { return argc; }

int main(void) {
    int argcount = nondet_int();
    int argc = argc_of(nondet_int());
    if (argcount == 3)
        assert(argc != 7);  //~ violated assertion
    return 0;
}

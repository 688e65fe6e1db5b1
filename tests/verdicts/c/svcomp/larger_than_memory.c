// No address space holds the object, and the competition says that allocations succeed: that is said.
// run: cairn check %s --property unreach-call.prp
// exit: 2
#include <stdlib.h>
void reach_error(void);

int main(void) {
    char *data = malloc(0x7000000000000000UL); //~ unsupported unsupported
    data[0] = 1;
    if (data[0] != 1)
        reach_error(); //~ unsupported reachable
    return 0;
}

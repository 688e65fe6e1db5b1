// A pointer made of any bytes may be that of any object.
// run: cairn check %s
// exit: 2
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
static int object;
static struct {
    void *pointer;
} holder;

int main(void) {
    unsigned char *bytes = (unsigned char *)&holder; //
    for (unsigned i = 0; i < sizeof holder; i++)
        bytes[i] = __VERIFIER_nondet_uchar(); //~ proved pointer
    assert(holder.pointer != &object); //~ unsupported assertion
    return 0;
}

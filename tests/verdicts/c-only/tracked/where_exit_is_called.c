// What local variables point to where `exit` is called is tracked, and which that is, is not followed.
// run: cairn check %s --property ../../c/svcomp/valid-memsafety.prp
// exit: 2
#include <stdlib.h>

int main(void) { //~ proved unsupported, proved leak
    char *text = malloc(2);
    text[0] = 1;         //~ proved pointer
    exit(0);             //~ unsupported unsupported, unsupported leak
}

// A structure without members is an object too.
// run: cairn check %s --malloc-succeeds
// exit: 1
#include <stdlib.h>
struct empty {};

int main(void) {
    struct empty *p = malloc(4);
    struct empty before = *p; //~ proved pointer
    free(p);                  //~ proved free
    struct empty after = *p;  //~ violated pointer
    (void)before;
    (void)after;
    return 0;
}

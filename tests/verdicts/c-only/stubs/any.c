// run: cairn check %s --stub poll_device=any
// exit: 1
// Told that the function writes variables of other files, the run may use it for a violation.
#include <assert.h>

extern void poll_device(void);
int ready;

int main(void) {
  ready = 0;
  poll_device();        //~ note C0061
  assert(ready == 0);   //~ violated assertion
  return 0;
}

// run: cairn check %s --stub poll_device=arguments
// exit: 0
// Told that the function leaves variables of other files alone, the run relies on it.
#include <assert.h>

extern void poll_device(void);
int ready;

int main(void) {
  ready = 0;
  poll_device();        //~ note C0061
  assert(ready == 0);   //~ proved assertion
  return 0;
}

// run: cairn check %s
// today: exit 0, proved 1
// exit: 2
// A function without body may keep a pointer that it was given, and write there in a later call of another one.
#include <assert.h>

extern void lend(int *);
extern void poll_device(void);

int main(void) {
  int x;
  lend(&x);           //~ note C0061
  x = 1;
  poll_device();      //~ note C0061
  assert(x == 1);     //~ unknown assertion
  return 0;
}

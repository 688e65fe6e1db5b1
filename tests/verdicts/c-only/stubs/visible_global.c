// run: cairn check %s
// exit: 2
// others: proved 2
// A function of another file may write what that file can see: that is neither proved nor violated.
#include <assert.h>

extern void poll_device(void);
int ready;            // every file sees it
static int hidden;    // only this one
static int changed;   // a function that others can call writes it
static int lent;      // others get its address
const int limits[2] = {3, 4};
int *shared = &lent;

void on_event(void) { changed = 1; }

int main(void) {
  int local = 1;
  ready = hidden = changed = 0;
  lent = 0;
  poll_device();                          //~ note C0061
  assert(hidden == 0 && local == 1);
  assert(limits[0] == 3);
  assert(ready == 0);                     //~ unknown assertion
  assert(changed == 0);                   //~ unknown assertion
  assert(lent == 0);                      //~ unknown assertion
  return 0;
}

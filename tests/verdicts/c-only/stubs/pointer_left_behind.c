// run: cairn check %s
// exit: 2
// Where the function may have changed a pointer, it may point anywhere: nothing behind its use is proved.
#include <assert.h>

extern void rearrange(void);
int value;
int *current = &value;
static int other;

int main(void) {
  other = 0;
  rearrange();            //~ note C0061
  *current = 5;           //~ unknown pointer
  assert(other == 0);     //~ unknown assertion
  return 0;
}

// run: cairn check %s
// exit: 1
// others: proved 5
// A function without body writes what its arguments lead to: also behind pointers inside of them.
#include <assert.h>

struct context { int *target; int count; };
extern void typed(struct context *);
extern void opaque(void *);
extern void reads(const struct context *);

int main(void) {
  int x = 1, y = 2, z = 3, other = 4;
  struct context a = {&x, 2}, b = {&y, 2}, c = {&z, 2};
  typed(&a);              //~ note C0061
  assert(x == 1);         //~ violated assertion
  opaque(&b);             //~ note C0061
  assert(y == 2);         //~ violated assertion
  reads(&c);              //~ note C0061
  assert(c.count == 2);
  assert(z == 3);         //~ violated assertion
  assert(other == 4);
  return 0;
}

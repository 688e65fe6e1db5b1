// run: cairn check %s
// exit: 1
// others: proved 6
// A function without body also writes what structures lead to that it is given by value, named or not, and what an
// address leads to that is passed as a number.
#include <assert.h>
#include <stdint.h>

struct slice { int *begin; unsigned length; };
struct pair { struct slice parts[2]; };
union either { int *pointer; long number; };
extern int by_value(struct slice);
extern int nested(struct pair);
extern int unnamed(int count, ...);
extern int old_style();
extern int by_number(uintptr_t address, unsigned length);
extern int of_union(union either); //~ unknown unsupported

int main(void) {
  int a = 1, b = 1, c = 1, d = 1, e = 1, f = 1, other = 1;
  struct slice s = {&a, 1};
  by_value(s);                              //~ note C0061
  assert(a == 1);                           //~ violated assertion
  assert(s.begin == &a);
  struct pair p = {{{&other, 1}, {&b, 1}}};
  p.parts[0].begin = 0;
  nested(p);                                //~ note C0061
  assert(b == 1);                           //~ violated assertion
  s.begin = &c;
  unnamed(1, s);                            //~ note C0061
  assert(c == 1);                           //~ violated assertion
  s.begin = &d;
  old_style(s);                             //~ note C0061
  assert(d == 1);                           //~ violated assertion
  by_number((uintptr_t)&e, sizeof e);       //~ note C0061
  assert(e == 1);                           //~ violated assertion
  assert(other == 1);
  union either u;
  u.pointer = &f;
  of_union(u);                              //~ note C0061
  assert(f == 1);                           //~ unknown assertion
  return 0;
}

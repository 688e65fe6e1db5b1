// ExprKind::VaArg: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 2
// others: unsupported 3
#include <stdarg.h>
struct pair { int a, b; };
static int first(int n, ...) {
  va_list list;
  va_start(list, n);
  struct pair x = va_arg(list, struct pair);
  va_end(list);
  return x.b > 3;
}
int main(void) {
  struct pair p;
  p.a = 0;
  return first(1, p); //~ unsupported
}

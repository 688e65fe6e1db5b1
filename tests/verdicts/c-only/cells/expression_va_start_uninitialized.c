// ExprKind::VaStart: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 1
#include <stdarg.h>
static int first(int n, ...) {
  va_list list;
  int x = va_arg(list, int); //~ violated uninitialized
  va_start(list, n);
  va_end(list);
  return x;
}
int main(void) {
  return first(1, 2);
}

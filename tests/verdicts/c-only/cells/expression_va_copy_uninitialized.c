// ExprKind::VaCopy: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 2
#include <stdarg.h>
static int first(int n, ...) {
  va_list list, copy;
  va_copy(copy, list); //~ violated uninitialized
  int x = va_arg(copy, int);
  return x;
}
int main(void) {
  return first(1, 2);
}

// ExprKind::VaArg: pointer.
// run: cairn check %s
// exit: 1
// others: proved 1
#include <stdarg.h>
static int second(int n, ...) {
  va_list list;
  va_start(list, n);
  (void)va_arg(list, int);
  int x = va_arg(list, int); //~ violated pointer
  va_end(list);
  return x;
}
int main(void) {
  return second(1, 2);
}

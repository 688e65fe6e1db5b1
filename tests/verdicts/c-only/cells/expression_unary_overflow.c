// ExprKind::Unary: overflow.
// run: cairn check %s
// exit: 1
// others: proved 0
int n = -2147483647 - 1;
int main(void) {
  return -n; //~ violated overflow
}

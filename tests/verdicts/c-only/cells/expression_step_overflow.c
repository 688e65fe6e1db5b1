// ExprKind::Step: overflow.
// run: cairn check %s
// exit: 1
// others: proved 0
int n = 2147483647;
int main(void) {
  n++; //~ violated overflow
  return 0;
}

// ExprKind::And: division-by-zero.
// run: cairn check %s
// exit: 1
// others: proved 1
int n;
int main(void) {
  return n == 0 && 5 / n; //~ violated division-by-zero
}

// ExprKind::CompoundAssign: division-by-zero.
// run: cairn check %s
// exit: 1
// others: proved 1
int n, m = 3;
int main(void) {
  m /= n; //~ violated division-by-zero
  return 0;
}

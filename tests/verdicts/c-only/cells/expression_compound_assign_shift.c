// ExprKind::CompoundAssign: shift.
// run: cairn check %s
// exit: 1
// others: proved 0
int n = -1, m = 3;
int main(void) {
  m >>= n; //~ violated shift
  return 0;
}

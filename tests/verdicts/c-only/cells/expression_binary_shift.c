// ExprKind::Binary: shift.
// run: cairn check %s
// exit: 1
// others: proved 1
int n = 32;
int main(void) {
  return 1 << n; //~ violated shift
}

// ExprKind::Builtin: assertion.
// run: cairn check %s
// exit: 1
// others: proved 0
int n = 3;
int main(void) {
  if (n == 3)
    __builtin_unreachable(); //~ violated assertion
  return 0;
}

// ExprKind::Call: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
int main(void) {
  int (*f)(void) = 0;
  return f(); //~ violated pointer
}

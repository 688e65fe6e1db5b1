// ExprKind::Not: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int main(void) {
  int x;
  return !x; //~ violated uninitialized
}

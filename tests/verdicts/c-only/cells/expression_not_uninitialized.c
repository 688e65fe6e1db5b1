// ExprKind::Not: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved
int main(void) {
  int x;
  return !x; //~ violated uninitialized
}

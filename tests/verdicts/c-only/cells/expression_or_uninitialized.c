// ExprKind::Or: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int n;
int main(void) {
  int x;
  return n || x; //~ violated uninitialized
}

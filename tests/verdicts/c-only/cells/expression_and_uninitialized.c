// ExprKind::And: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int n = 1;
int main(void) {
  int x;
  return n && x; //~ violated uninitialized
}

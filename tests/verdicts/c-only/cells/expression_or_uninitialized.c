// ExprKind::Or: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved
int n;
int main(void) {
  int x;
  return n || x; //~ violated uninitialized
}

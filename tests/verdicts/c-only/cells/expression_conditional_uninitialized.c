// ExprKind::Conditional: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int n = 1;
int main(void) {
  int x;
  return (n ? x : 0) > 3; //~ violated uninitialized
}

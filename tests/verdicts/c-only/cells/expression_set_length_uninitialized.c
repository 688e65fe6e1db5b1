// ExprKind::SetLength: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 3
int n = 3;
int main(void) {
  int a[n];
  a[0] = 0;
  return a[2] > 3; //~ violated uninitialized
}

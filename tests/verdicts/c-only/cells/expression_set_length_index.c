// ExprKind::SetLength: index.
// run: cairn check %s
// exit: 1
// others: proved 2
int n = -1;
int main(void) {
  int a[n]; //~ violated index
  a[0] = 0;
  return a[0];
}

// ExprKind::Assign: index.
// run: cairn check %s
// exit: 1
// others: proved 0
int a[3];
int n = -1;
int main(void) {
  a[n] = 3; //~ violated index
  return 0;
}

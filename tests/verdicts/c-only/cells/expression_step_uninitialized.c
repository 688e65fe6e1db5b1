// ExprKind::Step: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 2
int main(void) {
  int x;
  x--; //~ violated uninitialized
  return x > 3;
}

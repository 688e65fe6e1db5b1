// ExprKind::CompoundAssign: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 2
int main(void) {
  int x;
  x += 1; //~ violated uninitialized
  return x > 3;
}

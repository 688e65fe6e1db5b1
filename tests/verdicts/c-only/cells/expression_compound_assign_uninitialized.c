// ExprKind::CompoundAssign: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved
int main(void) {
  int x;
  x += 1; //~ violated uninitialized
  return x > 3;
}

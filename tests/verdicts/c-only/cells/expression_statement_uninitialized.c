// ExprKind::Statement: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int main(void) {
  int y = ({ int x; x; }); //~ violated uninitialized
  return y > 3;
}

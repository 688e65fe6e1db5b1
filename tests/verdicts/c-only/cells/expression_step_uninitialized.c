// ExprKind::Step: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved
int main(void) {
  int x;
  x--; //~ violated uninitialized
  return x > 3;
}

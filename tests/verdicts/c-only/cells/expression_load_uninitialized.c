// ExprKind::Load: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int main(void) {
  float x;
  return x > 3; //~ violated uninitialized
}

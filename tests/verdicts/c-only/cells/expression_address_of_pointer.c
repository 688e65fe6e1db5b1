// ExprKind::AddressOf: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
static int *where(void) {
  int x = 3;
  int *p = &x;
  return p;
}
int main(void) {
  return *where(); //~ violated pointer
}

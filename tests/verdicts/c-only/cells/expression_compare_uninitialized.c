// ExprKind::Compare: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
static void leave(int *p) { (void)p; }
int main(void) {
  int x;
  leave(&x);
  return x == 3; //~ violated uninitialized
}

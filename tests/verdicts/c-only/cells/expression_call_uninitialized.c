// ExprKind::Call: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int n;
static int one(void) {
  if (n)
    return 1;
}
int main(void) {
  return one() > 3; //~ violated uninitialized
}

// ExprKind::PointerDifference: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
int a[3], b[3];
int main(void) {
  int *p = a, *q = b;
  return (int)(p - q); //~ violated pointer
}

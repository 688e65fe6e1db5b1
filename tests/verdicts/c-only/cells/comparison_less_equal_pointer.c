// Comparison::LessEqual: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
int a[2], b[2];
int main(void) {
  int *p = a, *q = b;
  return p <= q; //~ violated pointer
}

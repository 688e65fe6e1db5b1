// ExprKind::Decay: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
int a[3];
int main(void) {
  int *p = a;
  return *(p + 3); //~ violated pointer
}

// ExprKind::Step: pointer.
// run: cairn check %s
// exit: 1
// others: proved 1
int main(void) {
  int *p = 0;
  ++*p; //~ violated pointer
  return 0;
}

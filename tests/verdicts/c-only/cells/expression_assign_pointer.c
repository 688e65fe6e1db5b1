// ExprKind::Assign: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
int main(void) {
  int *p = 0;
  *p = 3; //~ violated pointer
  return 0;
}

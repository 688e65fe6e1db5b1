// ExprKind::LabelAddress: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
int main(void) {
  void *to = &&here;
  to = 0;
  goto *to; //~ violated pointer
here:
  return 0;
}

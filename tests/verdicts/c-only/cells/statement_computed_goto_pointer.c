// StmtKind::ComputedGoto: pointer.
// run: cairn check %s
// exit: 1
// others: proved 2
int n;
int main(void) {
  void *to[2] = {&&here, 0};
  goto *to[n + 1]; //~ violated pointer
here:
  return 0;
}

// StmtKind::If: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int main(void) {
  int x;
  if (x) //~ violated uninitialized
    return 1;
  return 0;
}

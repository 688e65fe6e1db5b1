// StmtKind::While: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int main(void) {
  int x;
  while (x) //~ violated uninitialized
    x = 0;
  return 0;
}

// StmtKind::While: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved
int main(void) {
  int x;
  while (x) //~ violated uninitialized
    x = 0;
  return 0;
}

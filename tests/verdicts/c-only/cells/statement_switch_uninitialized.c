// StmtKind::Switch: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int main(void) {
  int x;
  switch (x) { //~ violated uninitialized
  case 1:
    return 1;
  }
  return 0;
}

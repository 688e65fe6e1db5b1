// StmtKind::CaseMark: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int n = 2;
int main(void) {
  switch (n) {
    int x;
  case 1:
    x = 3;
  case 2:
    n = x > 1; //~ violated uninitialized
  }
  return n;
}

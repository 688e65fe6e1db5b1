// StmtKind::Block: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
int main(void) {
  int *p;
  {
    int x = 3;
    p = &x;
  }
  return *p; //~ violated pointer
}

// StmtKind::Block: pointer.
// run: cairn check %s
// exit: 1
// others: proved
int main(void) {
  int *p;
  {
    int x = 3;
    p = &x;
  }
  return *p; //~ violated pointer
}

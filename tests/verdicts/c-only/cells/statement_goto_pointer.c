// StmtKind::Goto: pointer.
// run: cairn check %s
// exit: 1
// others: proved 1
int main(void) {
  int *p = 0, n = 0;
again:;
  int x = 3;
  if (n++ == 0) {
    p = &x;
    goto out;
  }
out:
  {
    int y = 4;
    p = &y;
  }
  return *p; //~ violated pointer
}

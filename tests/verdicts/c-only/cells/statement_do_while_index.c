// StmtKind::DoWhile: index.
// run: cairn check %s
// exit: 1
// others: proved 1
int a[3];
int main(void) {
  int i = 0;
  do {
    a[i] = 1; //~ violated index
  } while (i++ < 3);
  return 0;
}

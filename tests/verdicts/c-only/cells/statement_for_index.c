// StmtKind::For: index.
// run: cairn check %s
// exit: 1
// others: proved 1
int a[3];
int main(void) {
  for (int i = 0; i <= 3; i++)
    a[i] = 1; //~ violated index
  return 0;
}

// StmtKind::Break: index.
// run: cairn check %s
// exit: 1
// others: proved 1
int a[3];
int main(void) {
  int i = 0;
  while (1) {
    if (i == 3)
      break;
    i++;
  }
  return a[i]; //~ violated index
}

// StmtKind::Continue: division-by-zero.
// run: cairn check %s
// exit: 1
// others: proved 3
int main(void) {
  int sum = 0;
  for (int i = -1; i < 2; i++) {
    if (i > 0)
      continue;
    sum += 6 / i; //~ violated division-by-zero
  }
  return sum;
}

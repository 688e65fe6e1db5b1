// StmtKind::Declare: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 2
int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    int x;
    if (i == 0)
      x = 1;
    sum += x > 0; //~ violated uninitialized
  }
  return sum;
}

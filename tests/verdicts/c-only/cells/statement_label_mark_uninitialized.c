// StmtKind::LabelMark: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int n = 1;
int main(void) {
  if (n)
    goto there;
  int x = 3;
there:
  return x > 1; //~ violated uninitialized
}

// StmtKind::Return: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
static int give(void) {
  int x;
  return x; //~ violated uninitialized
}
int main(void) {
  return give() > 3;
}

// InitValue::Expr: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 1
int main(void) {
  int x;
  int a[2] = {1, x}; //~ violated uninitialized
  return a[1] > 3;
}

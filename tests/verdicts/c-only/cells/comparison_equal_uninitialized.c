// Comparison::Equal: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int main(void) {
  int *p;
  return p == 0; //~ violated uninitialized
}

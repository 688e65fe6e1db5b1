// Comparison::Equal: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved
int main(void) {
  int *p;
  return p == 0; //~ violated uninitialized
}

// CastKind::PointerToInteger: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int main(void) {
  int *x;
  unsigned long b = (unsigned long)x; //~ violated uninitialized
  return b > 0;
}

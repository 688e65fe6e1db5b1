// CastKind::PointerToInteger: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved
int main(void) {
  int *x;
  unsigned long b = (unsigned long)x; //~ violated uninitialized
  return b > 0;
}

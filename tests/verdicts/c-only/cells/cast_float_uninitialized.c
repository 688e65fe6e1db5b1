// CastKind::Float: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved
int main(void) {
  float x;
  double b = x; //~ violated uninitialized
  return b > 0;
}

// CastKind::FloatToBool: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int main(void) {
  double x;
  _Bool b = x; //~ violated uninitialized
  return b > 0;
}

// CastKind::FloatToBool: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved
int main(void) {
  double x;
  _Bool b = x; //~ violated uninitialized
  return b > 0;
}

// CastKind::IntegerToBool: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int main(void) {
  int x;
  _Bool b = x; //~ violated uninitialized
  return b > 0;
}

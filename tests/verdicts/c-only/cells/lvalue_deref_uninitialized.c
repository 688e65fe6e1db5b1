// LvalueKind::Deref: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 1
static int read(int *p) {
  return *p > 3; //~ violated uninitialized
}
int main(void) {
  int x;
  return read(&x);
}

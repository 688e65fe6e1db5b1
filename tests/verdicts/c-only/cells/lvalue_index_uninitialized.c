// LvalueKind::Index: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int main(void) {
  int a[3];
  a[0] = a[1] = 0;
  return a[2] > 3; //~ violated uninitialized
}

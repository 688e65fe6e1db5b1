// CompoundOperation::PointerAdd: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
int a[3];
int main(void) {
  int *p = a;
  p += 3;
  return *p; //~ violated pointer
}

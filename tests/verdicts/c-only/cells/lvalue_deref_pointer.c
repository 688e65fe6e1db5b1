// LvalueKind::Deref: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
int main(void) {
  int *p = 0;
  return *p; //~ violated pointer
}

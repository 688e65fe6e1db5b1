// LvalueKind::Deref: pointer.
// run: cairn check %s
// exit: 1
// others: proved
int main(void) {
  int *p = 0;
  return *p; //~ violated pointer
}

// LvalueKind::CompoundLiteral: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
int main(void) {
  int *p;
  {
    p = &(int){3};
  }
  return *p; //~ violated pointer
}

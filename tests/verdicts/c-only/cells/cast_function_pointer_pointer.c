// CastKind::FunctionPointer: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
int n;
int main(void) {
  void (*f)(void) = (void (*)(void))&n;
  f(); //~ violated pointer
  return 0;
}

// Callee::Pointer: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
static int give(int x) { return x; }
int n = 1;
int main(void) {
  int (*f)(int) = n ? 0 : give;
  return f(3); //~ violated pointer
}

// CompoundOperation::Arithmetic: overflow.
// run: cairn check %s
// exit: 1
// others: proved 0
int n = 2147483647;
int main(void) {
  n *= 2; //~ violated overflow
  return 0;
}

// BinaryOperator::ShiftLeft: overflow.
// run: cairn check %s
// exit: 1
// others: proved 1
int n = 0x40000000, m = 2;
int main(void) {
  return n << m; //~ violated overflow
}

// BinaryOperator::Remainder: overflow.
// run: cairn check %s
// exit: 1
// others: proved 1
int n = -2147483647 - 1, m = -1;
int main(void) {
  return n % m; //~ violated overflow
}

// BinaryOperator::Subtract: overflow.
// run: cairn check %s
// exit: 1
// others: proved 0
int n = -2147483647;
int m = 3;
int main(void) {
  return n - m; //~ violated overflow
}

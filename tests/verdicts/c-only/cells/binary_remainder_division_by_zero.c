// BinaryOperator::Remainder: division-by-zero.
// run: cairn check %s
// exit: 1
// others: proved 1
int n = 3, m;
int main(void) {
  return n % m; //~ violated division-by-zero
}

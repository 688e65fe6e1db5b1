// UnaryOperator::Negate: overflow.
// run: cairn check %s
// exit: 1
// others: proved 0
long n = -9223372036854775807L - 1;
int main(void) {
  return (int)(-n); //~ violated overflow
}

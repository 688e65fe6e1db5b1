// BinaryOperator::ShiftLeft: shift.
// run: cairn check %s
// exit: 1
// others: proved 1
int n = 3, m = 40;
int main(void) {
  return n << m; //~ violated shift
}

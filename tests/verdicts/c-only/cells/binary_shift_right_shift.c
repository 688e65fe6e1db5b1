// BinaryOperator::ShiftRight: shift.
// run: cairn check %s
// exit: 1
// others: proved 0
int n = 3, m = 40;
int main(void) {
  return n >> m; //~ violated shift
}

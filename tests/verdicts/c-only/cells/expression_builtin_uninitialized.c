// ExprKind::Builtin: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 3
int main(void) {
  int a, b = 0;
  __builtin_memcpy(&b, &a, sizeof a);
  return b > 3; //~ violated uninitialized
}

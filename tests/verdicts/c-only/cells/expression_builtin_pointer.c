// ExprKind::Builtin: pointer.
// run: cairn check %s
// exit: 1
// others: proved 2
int main(void) {
  char a[3], b[9] = {0};
  __builtin_memcpy(a, b, sizeof b); //~ violated pointer
  return a[0];
}

// ExprKind::FunctionAddress: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
static int one(int x) { return x; }
int main(void) {
  unsigned char *p = (unsigned char *)one;
  *p = 1; //~ violated pointer
  return 0;
}

// ExprKind::FunctionAddress: pointer.
// run: cairn check %s
// exit: 1
// others: proved
static int one(int x) { return x; }
int main(void) {
  unsigned char *p = (unsigned char *)one;
  *p = 1; //~ violated pointer
  return 0;
}

// ExprKind::Unsupported: unsupported.
// run: cairn check %s
// exit: 2
// others: unsupported 0
int main(void) {
  void *p = __builtin_return_address(0); //~ unsupported
  return p != 0;
}

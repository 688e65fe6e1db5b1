// StmtKind::Specification: assertion.
// run: cairn check %s
// exit: 1
int main(void) {
  int x = 3;
  //@ assert x == 4; //~ violated assertion
  return x;
}

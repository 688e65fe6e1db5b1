// StmtKind::Contracted: postcondition.
// run: cairn check %s
// exit: 1
int main(void) {
  int x = 3;
  //@ ensures x == 3; //~ violated postcondition
  x = 4;
  return x;
}

// CastKind::Pointer: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
char a[3];
int main(void) {
  int *p = (int *)a;
  return *p; //~ violated pointer
}

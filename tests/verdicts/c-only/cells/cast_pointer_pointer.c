// CastKind::Pointer: pointer.
// run: cairn check %s
// exit: 1
// others: proved
char a[3];
int main(void) {
  int *p = (int *)a;
  return *p; //~ violated pointer
}

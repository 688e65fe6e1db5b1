// CastKind::IntegerToPointer: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
unsigned long n = 16;
int main(void) {
  int *p = (int *)n;
  return *p; //~ violated pointer
}

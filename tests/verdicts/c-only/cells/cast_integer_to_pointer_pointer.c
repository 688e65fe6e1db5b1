// CastKind::IntegerToPointer: pointer.
// run: cairn check %s
// exit: 1
// others: proved
unsigned long n = 16;
int main(void) {
  int *p = (int *)n;
  return *p; //~ violated pointer
}

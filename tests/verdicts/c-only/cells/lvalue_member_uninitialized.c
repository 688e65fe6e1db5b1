// LvalueKind::Member: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
struct pair { int a, b; };
int main(void) {
  struct pair p;
  p.a = 0;
  return p.b > 3; //~ violated uninitialized
}

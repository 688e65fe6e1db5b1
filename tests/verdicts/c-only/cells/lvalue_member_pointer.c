// LvalueKind::Member: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
struct pair { int a, b; };
int main(void) {
  struct pair *p = 0;
  return p->b; //~ violated pointer
}

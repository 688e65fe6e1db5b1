// LvalueKind::Temporary: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
struct pair { int a, b; };
static struct pair make(void) {
  struct pair p;
  p.a = 0;
  return p;
}
int main(void) {
  return make().b > 3; //~ violated uninitialized
}

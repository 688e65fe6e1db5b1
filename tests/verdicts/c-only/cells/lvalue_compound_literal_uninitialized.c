// LvalueKind::CompoundLiteral: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 2
struct pair { int a, b; };
int main(void) {
  struct pair p;
  p.a = 0;
  struct pair *copy = &(struct pair){0};
  *copy = p;
  return copy->b > 3; //~ violated uninitialized
}

// Storage::Parameter: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
struct pair { int a, b; };
static int second(struct pair p) {
  return p.b > 3; //~ violated uninitialized
}
int main(void) {
  struct pair p;
  p.a = 1;
  return second(p);
}

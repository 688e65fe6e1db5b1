// Callee::Direct: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
static int give(int x) { return x; }
int main(void) {
  int x;
  return give(x) > 3; //~ violated uninitialized
}

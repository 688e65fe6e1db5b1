// InitValue::Zero: division-by-zero.
// run: cairn check %s
// exit: 1
// others: proved 1
struct pair { int a[2]; };
int main(void) {
  struct pair p = {.a = {1, 2}, .a = {[1] = 3}};
  return 5 / p.a[0]; //~ violated division-by-zero
}

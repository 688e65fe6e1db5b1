// Storage::Automatic: uninitialized.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int main(void) {
  union { char c; int n; } u;
  u.c = 1;
  return u.n > 3; //~ violated uninitialized
}

// Storage::Static: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
static int a[2];
int main(void) {
  int *p = a;
  return p[2]; //~ violated pointer
}

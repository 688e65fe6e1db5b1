// Storage::Static: pointer.
// run: cairn check %s
// exit: 1
// others: proved
static int a[2];
int main(void) {
  int *p = a;
  return p[2]; //~ violated pointer
}

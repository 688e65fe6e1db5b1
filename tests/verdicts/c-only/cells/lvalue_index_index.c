// LvalueKind::Index: index.
// run: cairn check %s
// exit: 1
// others: proved 0
int a[3];
int n = 3;
int main(void) {
  return a[n]; //~ violated index
}

// LvalueKind::String: pointer.
// run: cairn check %s
// exit: 1
// others: proved 0
int n = 9;
int main(void) {
  const char *text = "abc";
  return text[n]; //~ violated pointer
}

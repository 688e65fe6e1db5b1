// InitValue::String: index.
// run: cairn check %s
// exit: 1
// others: proved 0
int n = 4;
int main(void) {
  char text[4] = "abc";
  return text[n]; //~ violated index
}

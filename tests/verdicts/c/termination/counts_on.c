// run: cairn check %s --no-check all --check termination
// exit: 1
// The count never comes back to what it was, but nothing depends on it.
int main(void) { //~ violated termination
  unsigned rounds = 0;
  while (1) {
    rounds++;
  }
  return 0;
}

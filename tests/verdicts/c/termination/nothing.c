// run: cairn check %s --no-check all --check termination
// exit: 1
int main(void) { //~ violated termination
  while (1) {
  }
}

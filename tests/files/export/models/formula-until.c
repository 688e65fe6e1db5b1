// TLA+ has no U.
// run: cairn export %s --to tla --property formula-until.ltl
// exit: 3

int x;

int main(void) {
  x = 1;
}

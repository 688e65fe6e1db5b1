// A name that the program does not have.
// run: cairn temporal %s --property unknown-name.ltl --format text
// exit: 3

int phase;

int main(void) {
  phase = 1;
  return 0;
}

// A formula as a specification of the model: it stops wherever an atom may change, and a loop that does nothing is a run as well.
// run: cairn export %s --to smv --property formula.ltl

int request, granted;

int main(void) {
  request = 1;
  for (;;) {
    granted = !granted;
  }
}

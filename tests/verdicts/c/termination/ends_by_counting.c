// run: cairn check %s --no-check all --check termination
// What only the callee knows decides: the count is relevant through its result.
static int rounds;
static int enough(void) { rounds++; return rounds > 40; }
int main(void) { //~ proved termination
  while (!enough()) {
  }
  return 0;
}

// The bound of a repetition is a parameter of the call around it, which the automaton remembers.
// run: cairn temporal %s --property counted.ya --acceptance
// diagnostics: note U0018

static void f(void) {}

static void work(unsigned char n) {
  n = n % 4;
  for (int i = 0; i < n; i++) f();
}

int main(void) {  //~ proved temporal, proved unsupported
  work(3);
  work(0);
  return 0;
}

// Variables of a deterministic automaton: what the second call is given is what the first returned.
// run: cairn temporal %s --property variables.ya
// exit: 1
// diagnostics: note U0018

int nondet(void);
static int get(void) { int x = nondet(); return x; }
static void put(int v) {}

int main(void) {  //~ violated temporal, proved unsupported
  int x = get();
  if (x == 77) x++;
  put(x);
  return 0;
}

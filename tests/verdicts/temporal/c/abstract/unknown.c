// A subprogram without contract cannot be hidden.
// run: cairn temporal %s --property unknown.ltl --abstract set
// exit: 3
// diagnostics: error U0019
int x;

void set(void) {
  x = 0;
}

int main(void) {
  set();
  return 0;
}

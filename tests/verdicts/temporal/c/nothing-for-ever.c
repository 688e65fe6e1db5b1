// All events were seen, and the run goes on for ever without one: it never comes into an accepting state.
// run: cairn temporal %s --property nothing-for-ever.ya --acceptance
// exit: 1
// diagnostics: note U0018
static int turn(int n) {
  return n;
}
int main(void) {  //~ violated temporal
  for (;;);
  return turn(3);
}

// In steps of statements an event is over when the next statement begins: there is a state that is neither call nor return.
// run: cairn temporal %s --property source
// exit: 1
// diagnostics: note U0018

//@ ltl invariant at_once: G (CALL(f) -> (CALL(f) U RETURN(f))) && G (g >= 0);
int g, other;

static void f(void) { other = 1; }

int main(void) {  //~ violated temporal
  f();
  g = 1;
  return 0;
}

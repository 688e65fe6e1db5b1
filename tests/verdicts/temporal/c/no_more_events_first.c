// The first event may be the only one.
// run: cairn temporal %s --property source
// exit: 1
// diagnostics: note U0018

//@ ltl invariant begins: G CALL(main);
int g;

int main(void) {  //~ violated temporal
  while (1) g = g;
}

// The formula asks for something some day, but what violates it shows in a finite part of the run, many events from its beginning.
// run: cairn temporal %s --property far-prefix.ltl
// exit: 1
// diagnostics: note U0018
static int count = 0;
static void step(void) { count++; }
int main(void) {  //~ violated temporal
  while (count < 40) step();
  return 0;
}

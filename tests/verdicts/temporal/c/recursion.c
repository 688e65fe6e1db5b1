// Recursion: what shows in a finite part is decided.
// run: cairn temporal %s --property recursion.ltl
// exit: 1
// diagnostics: note U0018

static int down(unsigned n) {
  return n == 0 ? 0 : down(n - 1);
}

int main(void) {  //~ violated temporal
  down(3);
  return 0;
}

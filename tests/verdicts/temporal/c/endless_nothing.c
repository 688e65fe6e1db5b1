// A loop that does nothing for ever is no end.
// run: cairn temporal %s --property source
// exit: 1
// diagnostics: note U0018

//@ ltl invariant ends: F end;
int main(void) {  //~ violated temporal
  for (;;);
}

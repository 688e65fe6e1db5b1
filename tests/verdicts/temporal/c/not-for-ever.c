// The last value is another one.
// run: cairn temporal %s --property not-for-ever.ltl
// exit: 1
// diagnostics: note U0018

int x;

int main(void) {  //~ violated temporal
  x = 1;
  x = 3;
  return 0;
}

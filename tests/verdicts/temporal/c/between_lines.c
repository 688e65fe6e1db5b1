// Line 10 comes between the lines that the property names.
// run: cairn temporal %s --property source
// exit: 1
// diagnostics: note U0018

//@ ltl invariant at_once: F (at between_lines.c:9 && (at between_lines.c:9 U at between_lines.c:11));
int x;
int main(void) {  //~ violated temporal
  x = 1;
  x = 2;
  x = 3;
  return 0;
}

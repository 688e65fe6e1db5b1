// Six rounds are one too many.
// run: cairn temporal %s --property loop.ya
// exit: 1
// diagnostics: note U0018

int f(void) { return 0; }
int g(void) { return 0; }

int main(int c) {  //~ violated temporal
  if (c < 0) { c = 0; }
  if (c > 6) { c = 6; }
  while (c) {
    f();
    g();
    c--;
  }
  return 0;
}

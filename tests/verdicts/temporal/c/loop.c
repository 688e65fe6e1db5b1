// Figures 4.4 and 4.5 of the tutorial: f and g are called between 0 and 5 times.
// run: cairn temporal %s --property loop.ya
// diagnostics: note U0018

int f(void) { return 0; }
int g(void) { return 0; }

int main(int c) {  //~ proved temporal
  if (c < 0) { c = 0; }
  if (c > 5) { c = 5; }
  while (c) {
    f();
    g();
    c--;
  }
  return 0;
}

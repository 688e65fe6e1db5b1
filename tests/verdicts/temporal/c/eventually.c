// A run that ends stays in its last state for ever.
// run: cairn temporal %s --property eventually.ltl
// diagnostics: note U0018

int x, y;

int main(void) {  //~ proved temporal
  x = 1;
  for (int i = 0; i < 4; i++) y += 2;
  x = 3;
  return 0;
}

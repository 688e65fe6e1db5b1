// What the entry requires holds where runs start; the violation is replayed from there.
// run: cairn temporal %s --property entry-requires.ya
// exit: 1
// diagnostics: note U0018
static void take(int amount) { (void)amount; }
/*@ requires 3 <= amount <= 5; */
int main(int amount) {  //~ violated temporal
  take(amount);
  take(amount + 1);
  return 0;
}

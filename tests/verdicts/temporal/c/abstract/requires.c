// What the contract requires does not hold at the second call, so it says nothing there.
// run: cairn temporal %s --property requires.ltl --abstract add
// exit: 1
// diagnostics: note U0018, note U0019
int x;

/*@ requires x == 0;
    ensures x == 1;
    assigns x; */
void add(void) {
  x = x * 2 + 1;
}

int main(void) {  //~ violated temporal
  add();
  add();
  return 0;
}

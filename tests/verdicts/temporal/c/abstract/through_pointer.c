// Calls through pointers need what the contract requires, too: at the second one it does not hold.
// run: cairn temporal %s --property through_pointer.ltl --abstract add
// exit: 1
// diagnostics: note U0018, note U0019
int x;

/*@ requires x == 0;
    ensures x == 1;
    assigns x; */
void add(void) {
  x = x * 2 + 1;
}

void (*step)(void) = add;

int main(void) {  //~ violated temporal
  step();
  step();
  return 0;
}

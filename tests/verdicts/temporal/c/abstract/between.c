// Between the two assignments the property does not hold, which the contract would hide.
// run: cairn temporal %s --property between.ltl --abstract step
// exit: 1
// diagnostics: note U0018, note U0019
int a, b;

/*@ ensures a == b;
    assigns a, b; */
void step(void) {
  a = a ^ 1;
  b = a;
}

int main(void) {  //~ violated temporal
  while (1) step();
}

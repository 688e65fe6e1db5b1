// The same, but the user sees the body as one step.
// run: cairn temporal %s --property atomic.ltl --abstract step --atomic step
// diagnostics: note U0018, note U0019
int a, b;

/*@ ensures a == b;
    assigns a, b; */
void step(void) {
  a = a ^ 1;
  b = a;
}

int main(void) {  //~ proved temporal
  while (1) step();
}

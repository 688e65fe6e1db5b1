// The property speaks of a call inside the body.
// run: cairn temporal %s --property calls_inside.ltl --abstract decide
// exit: 1
// diagnostics: note U0018, note U0019
int level;

void beep(void) {
}

/*@ assigns level;
    ensures level == 1; */
void decide(int n) {
  if (n) beep();
  level = 1;
}

int main(int n) {  //~ violated temporal
  decide(n);
  return 0;
}

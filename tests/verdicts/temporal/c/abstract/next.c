// Steps are counted, and a hidden body has others: with X it is put back.
// run: cairn temporal %s --property next.ltl --abstract decide --steps events
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

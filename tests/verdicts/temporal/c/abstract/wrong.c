// A contract that is not proved hides nothing: with it alone the property would hold.
// run: cairn temporal %s --property wrong.ltl --abstract set
// exit: 1
// diagnostics: note U0018, note U0019
int x;

/*@ ensures x == 1;
    assigns x; */
void set(int n) {
  x = n > 3 ? 2 : 1;
}

int main(int n) {  //~ violated temporal
  set(n);
  return 0;
}

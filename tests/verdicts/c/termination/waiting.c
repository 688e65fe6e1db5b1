// run: cairn check %s --no-check all --check termination
// exit: 1
// It ends if the input comes, and nobody says that it does.
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ violated termination
  int n = 3;
  while (n > 0) {
    if (__VERIFIER_nondet_int() == 1) n--;
  }
  return 0;
}

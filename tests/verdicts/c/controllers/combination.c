// run: cairn check %s --engine ic3
// exit: 1
// others: proved 3
// The error needs the right input in every iteration: property-directed reachability says how many, and the
// execution is looked for at once as deep as that.
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int s = 0;
  while (1) {
    int in = __VERIFIER_nondet_int();
    if (in == s * 7 + 3) s++;
    if (s == 24) reach_error(); //~ violated reachable
    if (s > 40) reach_error(); //~ proved reachable
  }
}

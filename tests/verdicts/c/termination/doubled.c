// run: cairn check %s --no-check all --check termination
// others: proved 0
// Overflow is not checked, so arithmetic wraps around: it grows until it is negative.
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ proved termination
  int x = __VERIFIER_nondet_int();
  while (x > 1) x = 2 * x;
  return 0;
}

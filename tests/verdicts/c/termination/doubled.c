// run: cairn check %s --no-check all --check termination --timeout 3
// exit: 2
// Once it overflows it may end. It is neither said to end, though it does not as long as nothing overflows, nor that it does not.
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ unknown termination
  int x = __VERIFIER_nondet_int();
  while (x > 1) x = 2 * x;
  return 0;
}

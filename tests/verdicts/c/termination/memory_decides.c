// run: cairn check %s --no-check all --check termination
// exit: 2
// The loop ends because of what it writes through the pointer: nothing else changes, and that is no endless execution.
extern int __VERIFIER_nondet_int(void);
static unsigned char left[2] = {200, 100};
static void step(unsigned char *what) { *what = *what - 1; }
int main(void) { //~ unknown termination
  unsigned char *p = &left[__VERIFIER_nondet_int() != 0];
  while (*p > 0) {
    step(p);
  }
  return 0;
}

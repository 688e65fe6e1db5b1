// run: cairn check %s --engine ic3
// others: proved 0
// A machine that reacts to inputs, its calls in a loop, as generated controllers are: three outputs that never come together.
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
static int a1 = 4, a2 = 9, a3 = 0;
static int react(int in) {
  if (in == 1 && a1 == 4 && a2 == 9) {
    a1 = 5;
    return 21;
  }
  if (in == 2 && a1 == 5 && a3 == 0) {
    a3 = 1;
    a2 = 8;
    return 22;
  }
  if (in == 3 && a3 == 1 && a2 == 8) {
    a1 = 4;
    a2 = 9;
    a3 = 0;
    return 23;
  }
  if (a1 == 4 && a3 == 1) reach_error(); //~ proved reachable
  if (a1 == 5 && a2 == 8 && a3 == 0) reach_error(); //~ proved reachable
  return -1;
}
int main(void) {
  while (1) {
    int in = __VERIFIER_nondet_int();
    if (in < 1 || in > 6) return 0;
    react(in);
  }
}

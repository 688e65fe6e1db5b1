// run: cairn check %s --no-check all --check termination
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ proved termination
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    for (int j = i; j > 0; j--)
      ;
  return 0;
}

// Loop heads have predicates over the variables that matter; between them everything is one step. `seen` does not matter.
// run: cairn export %s --to horn

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, seen = 0;
  int sum = 0;
  while (i < n) {
    if (sum < 100)
      sum += 2;
    i++;
    seen += sum;
  }
  __CPROVER_assert(i == n, "all the way");
  return 0;
}

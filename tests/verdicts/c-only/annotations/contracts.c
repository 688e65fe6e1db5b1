// run: cairn check %s
// others: proved 4
// Contracts in the words of CBMC are read, and named as not checked.
int low_bit(int *p) __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(*p))) //~ note C0071
    __CPROVER_ensures(__CPROVER_return_value >= 0) __CPROVER_assigns(*p);
int low_bit(int *p) {
  int s = 0;
  for (int i = 0; i < 3; i++)
    __CPROVER_assigns(i, s) __CPROVER_loop_invariant(s == i) __CPROVER_decreases(3 - i) { s++; }
  do
    s--;
  while (s > 0) __CPROVER_loop_invariant(s >= 0);
  return *p & 1;
}
int main(void) {
  int x = 1;
  return low_bit(&x);
}

// run: cairn check %s
// exit: 1
// others: proved 3
// The same arguments give the same result; different ones may.
int __CPROVER_uninterpreted_hash(int, int);

int main(void) {
  int a, b;
  int first = __CPROVER_uninterpreted_hash(a, b);
  for (int i = 0; i < 3; i++)
    __CPROVER_uninterpreted_hash(i, i);
  __CPROVER_assert(first == __CPROVER_uninterpreted_hash(a, b), "same arguments");
  __CPROVER_assert(__CPROVER_uninterpreted_hash(7, 8) == __CPROVER_uninterpreted_hash(8, 7), "others"); //~ violated assertion
  return 0;
}

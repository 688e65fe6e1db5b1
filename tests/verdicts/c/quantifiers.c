// run: cairn check %s
// exit: 1
// others: proved 64
// Quantifiers over few values, with checks inside; the bounds may be written in any way.

int nondet_int(void);
void __CPROVER_assert(_Bool, const char *);
void __CPROVER_assume(_Bool);

int main(void)
{
  int a[4];
  __CPROVER_assume(__CPROVER_forall { int i; 0 <= i && i < 4 ==> a[i] == i * i });
  __CPROVER_assert(a[3] == 9, "the last");
  __CPROVER_assert(__CPROVER_exists { unsigned i; i < 4u && a[i] == 4 }, "two squared");
  if (nondet_int())
    __CPROVER_assert(__CPROVER_exists { int i; i >= 0 && 3 >= i && a[i] == 5 }, "no square"); //~ violated assertion
  __CPROVER_assert(__CPROVER_forall { int i; !(i > 0 && i <= 3) || a[i] > a[i - 1] }, "they grow");
  __CPROVER_assert(!__CPROVER_exists { int i; int j; 0 <= i && i < 4 && 0 <= j && j < 4 && j < i && a[i] == a[j] }, "no two");
  __CPROVER_assert(__CPROVER_exists { int i; 0 <= i && i < 4 ==> a[i] == 77 }, "outside of the range");
  __CPROVER_assert(__CPROVER_forall { unsigned char i; i >= 0 && i < 2 ==> a[i] == i }, "promoted and converted");
  return __CPROVER_exists { int i; 0 <= i && i <= 4 && a[i] == 77 }; //~ violated index, proved index
}

// run: cairn check %s
// exit: 1
// others: proved 18
// Functions of other tools that mean what they mean there.
#include <string.h>
int Frama_C_interval(int, int);
int Frama_C_nondet(int, int);
static int next(int x) { return x + 1; }
int __CPROVER_file_local_intrinsics_c_next(int);

int main(void) {
  unsigned long big = 3, one = 1;
  __CPROVER_assert(!__CPROVER_overflow_mult(big, one), "fits");
  __CPROVER_assert(__CPROVER_overflow_plus(0x7fffffff, 1), "does not fit");
  __CPROVER_assert(__CPROVER_overflow_minus(0u, 1u), "does not fit");
  __CPROVER_assert(__CPROVER_overflow_unary_minus(-0x7fffffff - 1), "does not fit");
  char a[4], b[4];
  __CPROVER_assert(__CPROVER_POINTER_OBJECT(a) != __CPROVER_POINTER_OBJECT(b), "two objects");
  __CPROVER_assert(__CPROVER_POINTER_OBJECT(a) == __CPROVER_POINTER_OBJECT(a + 1), "one object");
  char bytes[8];
  memset(bytes, 0, 8);
  __CPROVER_havoc_slice(bytes + 2, 3);
  __CPROVER_assert(bytes[1] == 0 && bytes[5] == 0, "outside of the slice");
  __CPROVER_assert(bytes[3] == 0, "inside of the slice");   //~ violated assertion
  int whole[2] = {1, 2};
  __CPROVER_havoc_object(&whole[1]);
  __CPROVER_assert(whole[0] == 1, "the whole object");      //~ violated assertion
  int i = Frama_C_interval(-3, 5);
  __CPROVER_assert(i >= -3 && i <= 5, "inside");
  __CPROVER_assert(i != 5, "the bound too");                //~ violated assertion
  int k = Frama_C_nondet(1, 2);
  __CPROVER_assert(k == 1 || k == 2, "one of them");
  __CPROVER_assert(__CPROVER_file_local_intrinsics_c_next(1) == 2, "the static function");
  (void)next;
  char *literal = "abc";
  __CPROVER_assert(__CPROVER_r_ok(literal, 4) && !__CPROVER_w_ok(literal, 1), "a literal is only read");
  __CPROVER_assert(__CPROVER_w_ok(a, 4) && !__CPROVER_w_ok(a, 5), "an array is written");
  return 0;
}

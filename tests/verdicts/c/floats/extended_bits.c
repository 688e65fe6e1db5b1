// run: cairn check %s
// exit: 1
// others: proved 7
// Numbers of 80 bits have their leading digit in memory. Where it does not fit the exponent, processors see no number.
#include "cairn.h"
#include <string.h>

unsigned short __VERIFIER_nondet_ushort(void);
unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
  unsigned long fraction = __VERIFIER_nondet_ulong();
  unsigned short top = __VERIFIER_nondet_ushort();
  unsigned long words[2] = {fraction, top};
  long double number;
  memcpy(&number, words, sizeof number);
  unsigned exponent = top & 0x7fff;
  if (exponent != 0 && fraction >> 63 == 0)
    check(number != number);
  if (exponent == 0 && fraction == 1ul << 63)
    check(number == 0x1p-16382L || number == -0x1p-16382L);
  if (top == 16383 && fraction == 3ul << 62)
    check(number == 1.5L);
  if (exponent == 16383)
    check(number == number); //~ violated assertion
  int has_digit = fraction >> 63 != 0;
  if (has_digit == (exponent != 0) && exponent != 0x7fff)
    check(number == number);
  return 0;
}

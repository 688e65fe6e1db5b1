// run: cairn check %s --no-check all --check termination
// exit: 1
// Odd numbers never meet zero: they go around.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { //~ violated termination
  unsigned char a = __VERIFIER_nondet_uchar();
  while (a != 0) a = a % 8 == 1 ? 7 : a - 2;
  return 0;
}

// run: cairn check %s --no-check all --check termination
// The distance to ten decreases, around the largest number of the type.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { //~ proved termination
  unsigned char a = __VERIFIER_nondet_uchar();
  while (a != 10) a++;
  return 0;
}

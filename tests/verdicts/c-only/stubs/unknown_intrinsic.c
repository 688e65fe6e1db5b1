// run: cairn check %s
// exit: 2
// A tool's own function that is not known is refused where it is called.
int __CPROVER_frobnicate(int);
int Frama_C_dance(int);
int __VERIFIER_magic(int);

int main(void) {
  int x = 1;
  if (x == 2)
    x = __CPROVER_frobnicate(x);               //~ proved unsupported
  else if (x == 3)
    x = Frama_C_dance(x);                      //~ proved unsupported
  else
    x = __VERIFIER_magic(x);                   //~ unsupported unsupported
  __CPROVER_assert(x == 1, "whatever it is");  //~ unsupported assertion
  return 0;
}

// run: cairn check %s
// exit: 1
// others: proved 7
// Annotations are checked where they stand.
extern int nondet_int(void);
/*@ requires x > 0; ensures \result >= 0; */
int half(int x) { return x / 2; }
int main(void) {
  int x = nondet_int();
  if (x > 100) {
    //@ assert x > 5;
  }
  int s = 0;
  /*@ loop invariant s == i;
      loop variant 10 - i; */
  for (int i = 0; i < 10; i++)
    s++;
  return half(x); //~ violated precondition
}

// run: cairn check %s
// others: proved 2
// Annotations that are not checked are named, once per file.
extern int nondet_int(void);
/*@ requires x > 0; ensures \result > 0; */ //~ note C0071
int half(int x) { return x / 2; }
int main(void) {
  int x = nondet_int();
  //@ assert x > 5;
  int s = 0;
  /*@ loop invariant s == i + 1;
      loop variant 10 - i; */
  for (int i = 0; i < 10; i++)
    s++;
  return half(x);
}

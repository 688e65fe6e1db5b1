// run: cairn check %s
// exit: 2
// others: proved 3
// Empty assembly: what is read and written keeps its value, an output in the place of an input gets that.
int main(void) {
  unsigned b = 3, y, z;
  __asm__("" : "+r"(b));
  __CPROVER_assert(b == 3, "kept");
  __asm__ volatile("" ::: "memory");
  __CPROVER_assert(b == 3, "a barrier");
  __asm__("" : "=r"(y) : "0"(b));
  __CPROVER_assert(y == 3, "copied");
  __asm__("" : "=r"(z));                 //~ unsupported unsupported
  __CPROVER_assert(z == 3, "anything");  //~ unsupported assertion
  return 0;
}

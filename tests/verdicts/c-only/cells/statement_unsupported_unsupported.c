// StmtKind::Unsupported: unsupported.
// run: cairn check %s
// exit: 2
// others: unsupported 0
int n;
int main(void) {
  asm volatile("incl %0" : "+m"(n)); //~ unsupported
  return n;
}

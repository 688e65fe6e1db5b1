// LvalueKind::Unsupported: unsupported.
// run: cairn check %s
// exit: 2
// others: unsupported 1
int main(void) {
  typedef int four __attribute__((vector_size(16)));
  four v = {1, 2, 3, 4}; //~ unsupported
  return v[0];
}

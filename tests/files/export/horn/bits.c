// Operators on single bits of unknown numbers keep bit-vectors; recursion is a predicate that implies itself.
// run: cairn export %s --to horn

unsigned mix(unsigned a, unsigned b) {
  if (b == 0)
    return a;
  return mix(a ^ b, b >> 1);
}

int main(void) {
  __CPROVER_assert(mix(3, 0) == 3, "nothing to mix");
  return 0;
}

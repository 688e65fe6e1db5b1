// A loop through pointers: what one can point to is a choice among the objects it was seen to point to, and an allocation
// that ends with each iteration needs no state at all.
// run: cairn check %s --show transition

#include <stdlib.h>

int nondet(void);

int main(void) {
  int even = 0, odd = 0;
  int *count = &even;
  for (int i = 0; i < 10; i++) {
    if (nondet())
      count = &odd;
    (*count)++;
    int *copy = malloc(sizeof *copy);
    if (!copy)
      return 1;
    *copy = *count;
    free(copy);
  }
  __CPROVER_assert(even + odd == 10, "counted");
  return 0;
}

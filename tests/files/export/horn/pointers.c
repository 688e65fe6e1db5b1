// Programs that use memory have Horn clauses too: from their transition form.
// run: cairn export %s --to horn

#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (p) {
    *p = 1;
    __CPROVER_assert(*p == 1, "stored");
    free(p);
  }
  return 0;
}

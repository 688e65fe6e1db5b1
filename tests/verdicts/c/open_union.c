// run: cairn check %s
// exit: 1
// others: proved 3
// A union of a block that is initialised by its small member: the other bytes may hold anything.

void __CPROVER_assert(_Bool, const char *);

union both {
  char small;
  int large;
};

union both outside = {.small = 1};

int main(void)
{
  union both inside = {.small = 1};
  union both whole = {.large = 1};
  __CPROVER_assert(outside.large == 1, "static objects are zero elsewhere");
  __CPROVER_assert(inside.small == 1, "what was given");
  __CPROVER_assert(whole.small == 1, "every byte was given");
  __CPROVER_assert(inside.large == 1, "the other bytes"); //~ violated assertion
  return 0;
}

// run: cairn check %s
// exit: 1
// others: proved 3
// Without a size the memory asked about is that of the type pointed to.
int main(void) {
  struct pair { int first, second; } pair = {1, 2};
  char bytes[6];
  __CPROVER_assert(__CPROVER_rw_ok(&pair), "whole");
  __CPROVER_assert(!__CPROVER_r_ok((struct pair *)&pair.second), "its second half is none");
  __CPROVER_assert(__CPROVER_w_ok((void *)(bytes + 5)), "one byte");
  __CPROVER_assert(__CPROVER_r_ok((int *)(bytes + 3)), "three bytes");    //~ violated assertion
  return 0;
}

// run: cairn check %s
// exit: 1
// others: proved 2
// A region declared in the words of CBMC, and an address that none declares.
#include <stdint.h>

int main(void) {
  __CPROVER_allocated_memory(0x40021000, 4);
  volatile uint32_t *control = (volatile uint32_t *)0x40021000;
  *control = *control | 1;
  volatile uint32_t *unknown = (volatile uint32_t *)0x50000000;
  *unknown = 1; //~ violated pointer
  return 0;
}

// run: cairn check %s --region 0x40021000:0x400=volatile --region 0x48000000:16
// exit: 1
// others: proved 14
// Registers at fixed addresses: a read of a volatile one gives any value, plain memory keeps what is written.
#include <assert.h>
#include <stdint.h>

#define STATUS (*(volatile uint32_t *)0x40021000u)
#define PLAIN_STATUS (*(uint32_t *)0x40021004u)
#define BUFFER ((uint8_t *)0x48000000u)

int main(void) {
  STATUS |= 1u;
  int tries = 0;
  while (!(STATUS & 2u))
    if (++tries > 100)
      return 1;
  assert(tries <= 100);
  PLAIN_STATUS = 7;
  assert(PLAIN_STATUS == 7);             //~ violated assertion, proved pointer
  BUFFER[3] = 5;
  assert(BUFFER[3] == 5);
  uintptr_t base = 0x48000000u;
  for (int i = 0; i < 16; i++)
    *(uint8_t *)(base + (uintptr_t)i) = (uint8_t)i;
  assert(BUFFER[15] == 15 && (uintptr_t)&BUFFER[2] == 0x48000002u);
  assert(BUFFER[16] == 0);               //~ violated pointer, proved assertion
  return 0;
}

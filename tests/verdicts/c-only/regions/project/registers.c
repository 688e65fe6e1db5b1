// Regions that `cairn.toml` beside the program declares, and one of the command line.
// run: cairn check %s --region 0x50000000:4
// exit: 1
// others: proved 8
#include <assert.h>
#include <stdint.h>
#define CLOCK (*(volatile uint32_t *)0x40021000u)
#define BUFFER ((uint8_t *)0x48000000u)
#define GIVEN (*(uint32_t *)0x50000000u)

int main(void) {
    CLOCK |= 1u;
    BUFFER[15] = 2;
    assert(BUFFER[15] == 2);
    GIVEN = 3;
    assert(GIVEN == 3);
    return BUFFER[16]; //~ violated pointer
}

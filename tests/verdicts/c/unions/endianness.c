// Code that expects the high byte first, on a little-endian machine.
// run: cairn check %s
// exit: 1
// others: proved 8
#include <assert.h>
#include <stdint.h>
#include <string.h>

static uint16_t portable(const uint8_t *bytes) {
    return (uint16_t)(bytes[0] << 8 | bytes[1]);
}
static uint16_t native(const uint8_t *bytes) {
    uint16_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

int main(void) {
    const uint8_t bytes[] = {0x12, 0x34};
    assert(portable(bytes) == 0x1234);
    assert(native(bytes) == 0x1234); //~ violated assertion
    return 0;
}

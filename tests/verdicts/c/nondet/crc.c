// CRC-8: any single flipped bit is noticed.
// run: cairn check %s
// others: proved 8
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

static uint8_t crc8(const uint8_t *data, int length) {
    uint8_t crc = 0;
    for (int i = 0; i < length; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = (uint8_t)(crc & 0x80 ? crc << 1 ^ 0x07 : crc << 1);
    }
    return crc;
}

int main(void) {
    uint8_t frame[2] = {__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()};
    uint8_t before = crc8(frame, 2);
    unsigned flip = __VERIFIER_nondet_uchar() % 16;
    frame[flip / 8] ^= (uint8_t)(1u << flip % 8);
    assert(crc8(frame, 2) != before);
    return 0;
}

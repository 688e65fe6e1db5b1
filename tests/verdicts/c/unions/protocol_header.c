// A frame seen as bytes and as fields.
// run: cairn check %s
// others: proved 6
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

union frame {
    uint8_t bytes[8];
    struct {
        uint16_t id;
        uint8_t length, flags;
        uint32_t payload;
    } field;
};

int main(void) {
    union frame frame;
    for (int i = 0; i < 8; i++)
        frame.bytes[i] = __VERIFIER_nondet_uchar();
    assert(frame.field.id == (frame.bytes[0] | frame.bytes[1] << 8));
    assert(frame.field.length == frame.bytes[2]);
    frame.field.payload = 0x11223344;
    assert(frame.bytes[4] == 0x44 && frame.bytes[7] == 0x11);
    return 0;
}

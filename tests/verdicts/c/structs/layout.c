// Sizes and offsets of records on a 64-bit machine.
// run: cairn check %s
// others: proved 4
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
struct padded {
    char tag;
    double value;
    short end;
};
struct __attribute__((packed)) wire {
    uint8_t kind;
    uint32_t length;
    uint16_t crc;
};
struct nested {
    char c;
    struct wire wire;
    long aligned;
};

int main(void) {
    assert(sizeof(struct padded) == 24 && offsetof(struct padded, end) == 16);
    assert(sizeof(struct wire) == 7 && offsetof(struct wire, crc) == 5);
    assert(offsetof(struct nested, aligned) == 8 && sizeof(struct nested) == 16);
    assert(sizeof(long) == 8 && sizeof(void *) == 8 && _Alignof(long long) == 8);
    return 0;
}

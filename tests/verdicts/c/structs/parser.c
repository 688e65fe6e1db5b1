// Reading type-length-value records: the length is checked against what is left.
// run: cairn check %s
// others: proved 15
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

struct reader {
    const uint8_t *data;
    unsigned position, size;
};

static int skip_record(struct reader *r) {
    if (r->size - r->position < 2)
        return -1;
    unsigned length = r->data[r->position + 1];
    if (length > r->size - r->position - 2)
        return -1;
    r->position += 2 + length;
    return r->data[r->position - length - 2];
}

int main(void) {
    uint8_t data[6];
    for (int i = 0; i < 6; i++)
        data[i] = __VERIFIER_nondet_uchar();
    struct reader reader = {data, 0, 6};
    int records = 0;
    while (skip_record(&reader) >= 0)
        records++;
    assert(records <= 3 && reader.position <= 6);
    return 0;
}

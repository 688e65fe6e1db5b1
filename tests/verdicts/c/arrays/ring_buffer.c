// A ring buffer between an interrupt and a task: what comes out is what went in, in order.
// run: cairn check %s
// others: proved 22
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);
#define SIZE 4u

struct ring {
    uint8_t data[SIZE];
    unsigned head, tail;
};

static bool put(struct ring *ring, uint8_t byte) {
    if (ring->head - ring->tail == SIZE)
        return false;
    ring->data[ring->head++ % SIZE] = byte;
    return true;
}

static bool get(struct ring *ring, uint8_t *byte) {
    if (ring->head == ring->tail)
        return false;
    *byte = ring->data[ring->tail++ % SIZE];
    return true;
}

int main(void) {
    struct ring ring = {.head = 4294967294u, .tail = 4294967294u};
    uint8_t sent[5], received;
    for (int i = 0; i < 5; i++) {
        sent[i] = __VERIFIER_nondet_uchar();
        assert(put(&ring, sent[i]) == (i < 4));
    }
    for (int i = 0; i < 4; i++) {
        assert(get(&ring, &received));
        assert(received == sent[i]);
    }
    assert(!get(&ring, &received));
    return 0;
}

// A characteristic curve with linear interpolation never leaves its table or its range.
// run: cairn check %s
// others: proved 7
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);
static const uint8_t curve[5] = {0, 10, 40, 90, 160};

static uint8_t interpolate(uint8_t x) {
    unsigned segment = x / 64u, rest = x % 64u;
    return (uint8_t)(curve[segment] + (curve[segment + 1] - curve[segment]) * rest / 64u);
}

int main(void) {
    uint8_t x = __VERIFIER_nondet_uchar();
    assert(interpolate(x) <= 160);
    assert(x == 255 || interpolate(x) <= interpolate(x + 1));
    return 0;
}

// On request pointers must be aligned for what is read through them.
// run: cairn check %s --check misaligned --malloc-succeeds
// exit: 1
// others: proved 8
#include <stdint.h>
#include <stdlib.h>
#pragma pack(push, 2)
struct packed {
    char first;
    uint32_t second;
};
#pragma pack(pop)
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    struct packed object = {1, 2}, *p = &object;
    uint32_t direct = p->second;
    float *numbers = malloc(4 * sizeof *numbers);
    numbers[3] = 1;
    if (__VERIFIER_nondet_bool()) {
        uint32_t *q = (uint32_t *)&p->second;
        direct += *q; //~ violated pointer
    }
    if (__VERIFIER_nondet_bool()) {
        float *odd = (float *)((char *)numbers + 1);
        *odd = 2; //~ violated pointer
    }
    free(numbers);
    return direct == 2;
}

// A device register: fields keep their width and leave their neighbours alone.
// run: cairn check %s
// others: proved 9
#include <assert.h>
#include <stdint.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
struct control {
    uint32_t enable : 1, mode : 3, divider : 12, : 8, status : 8;
};

int main(void) {
    uint32_t word = __VERIFIER_nondet_uint();
    struct control control;
    memcpy(&control, &word, sizeof control);
    assert(control.enable == (word & 1) && control.mode == (word >> 1 & 7));
    assert(control.status == word >> 24);
    control.divider = 5000;
    assert(control.divider == 5000 % 4096);
    assert(control.mode == (word >> 1 & 7) && control.status == word >> 24);
    assert(sizeof(struct control) == 4);
    return 0;
}

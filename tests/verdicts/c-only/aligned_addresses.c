// Addresses are multiples of what the type, or the declaration, asks for.
// run: cairn check %s --malloc-succeeds
// exit: 1
// others: proved 2
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
static _Alignas(64) char wide[3];
struct __attribute__((packed)) packed {
    char first;
    int second;
};
static struct packed loose;
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    double number = 0;
    struct {
        char first;
        short second;
    } pair = {0};
    void *memory = malloc(1), *more = aligned_alloc(128, 128);
    assert((uintptr_t)&number % sizeof number == 0); //~ proved assertion
    assert((uintptr_t)&pair.second % 2 == 0);        //~ proved assertion
    assert((uintptr_t)wide % 64 == 0);               //~ proved assertion
    assert((uintptr_t)memory % 16 == 0);             //~ proved assertion
    assert((uintptr_t)more % 128 == 0);              //~ proved assertion
    if (__VERIFIER_nondet_bool())
        assert((uintptr_t)&pair % 4 == 0); //~ violated assertion
    if (__VERIFIER_nondet_bool())
        assert((uintptr_t)&loose % 2 == 0); //~ violated assertion
    if (__VERIFIER_nondet_bool())
        assert((uintptr_t)memory % 32 == 0); //~ violated assertion
    free(memory);
    free(more);
    return 0;
}

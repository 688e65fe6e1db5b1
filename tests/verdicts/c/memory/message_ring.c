// A ring of messages that starts anywhere.
// run: cairn check %s
// others: proved 20
#include <assert.h>
#include <stdbool.h>
unsigned __VERIFIER_nondet_uint(void);
_Bool __VERIFIER_nondet_bool(void);
#define CAP 8
struct msg { int id; unsigned char data[4]; long stamp; };
struct ring { struct msg slots[CAP]; unsigned head, tail; };
static bool push(struct ring *r, const struct msg *m) {
    if (r->tail - r->head == CAP) return false;
    r->slots[r->tail++ % CAP] = *m; //~ note C0063
    return true;
}
static bool pop(struct ring *r, struct msg *m) {
    if (r->head == r->tail) return false;
    *m = r->slots[r->head++ % CAP];
    return true;
}
int main(void) {
    struct ring r = { .head = 0 };
    r.head = r.tail = __VERIFIER_nondet_uint();
    int sent = 0, got = 0;
    for (int i = 0; i < 5; i++) {
        struct msg m = { 0 };
        if (__VERIFIER_nondet_bool()) {
            m.id = sent; m.data[1] = (unsigned char)i; m.stamp = i;
            if (push(&r, &m)) sent++;
        } else if (pop(&r, &m)) {
            assert(m.id == got);
            got++;
        }
    }
    assert(got <= sent && sent - got <= CAP);
    return 0;
}

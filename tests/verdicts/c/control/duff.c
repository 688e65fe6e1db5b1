// A loop that begins in the middle.
// run: cairn check %s
// others: proved 2
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uchar() % 9 + 1, copied = 0, rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { copied++;
    case 3: copied++;
    case 2: copied++;
    case 1: copied++;
            } while (--rounds > 0);
    }
    assert(copied == count);
    return 0;
}

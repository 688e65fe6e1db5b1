// Loops that plainly end are unrolled to their end, without being told how often.
// run: cairn check %s
// others: proved 5
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned sum = 0, bits = 0, steps = 0;
    for (int i = 0; i < 1000; i++)
        sum += i;
    assert(sum == 499500);
    for (unsigned char rest = __VERIFIER_nondet_uchar(); rest != 0; rest &= rest - 1)
        bits++;
    assert(bits <= 8);
    for (unsigned n = 27; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1)
        steps++;
    assert(steps == 111);
    return 0;
}

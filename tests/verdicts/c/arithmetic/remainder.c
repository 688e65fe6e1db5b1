// Division rounds towards zero and the remainder has the sign of the dividend.
// run: cairn check %s
// others: proved 5
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    assert(a / 8 * 8 + a % 8 == a);
    assert(a >= 0 ? a % 8 >= 0 : a % 8 <= 0);
    assert(-7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3 && 7 % -2 == 1);
    return 0;
}

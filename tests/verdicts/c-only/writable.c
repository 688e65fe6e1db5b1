// String literals and objects declared `const` can be read and not written.
// run: cairn check %s
// others: proved 6
#include <assert.h>
_Bool __CPROVER_r_ok(const void *, unsigned long);
_Bool __CPROVER_w_ok(const void *, unsigned long);
_Bool __CPROVER_rw_ok(const void *, unsigned long);
static const int table[2] = {1, 2};
int main(void) {
    const char *text = "abc";
    const int one = 1;
    int x = 0;
    assert(__CPROVER_r_ok(text, 4));
    assert(!__CPROVER_w_ok(text, 1));
    assert(!__CPROVER_rw_ok(table, 4));
    assert(!__CPROVER_w_ok(&one, 4));
    assert(__CPROVER_w_ok(&x, 4));
    assert(!__CPROVER_rw_ok(&x, 5));
    return 0;
}

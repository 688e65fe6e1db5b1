// Compare and exchange.
// run: cairn check %s
// exit: 1
// others: proved 5
#include <assert.h>

int main(void) {
    int value = 5, expected = 4;
    assert(!__sync_bool_compare_and_swap(&value, 4, 9) && value == 5);
    assert(__sync_val_compare_and_swap(&value, 5, 9) == 5 && value == 9);
    assert(!__atomic_compare_exchange_n(&value, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    assert(expected == 9);
    assert(__atomic_compare_exchange_n(&value, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    assert(value == 9); //~ violated assertion
    return 0;
}

// Quotient and remainder at once: structures of eight and sixteen bytes as results; and input that reads nothing.
// run: cairn check %s
// exit: 1
// others: proved 15
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    div_t small = div(-7, 2);
    assert(small.quot == -3 && small.rem == -1);
    ldiv_t large = ldiv(-9L, 4L);
    assert(large.quot == -2L && large.rem == -1L);
    lldiv_t larger = lldiv(9LL, 4LL);
    assert(larger.quot == 2LL && larger.rem == 2LL); //~ violated assertion
    scanf("");
    assert(small.quot == -3);
    return 0;
}

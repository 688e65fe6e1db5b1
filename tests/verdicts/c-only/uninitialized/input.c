// What input functions say they have read has a value, and no more has.
// run: cairn check %s --check uninitialized --no-check overflow
// exit: 1
// others: proved 13
#include <stdio.h>
#include <unistd.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int number, other;
    char text[8], bytes[4];
    int n = scanf("%d %d", &number, &other);
    if (n >= 1 && number > 3)
        return 1;
    if (n == 1 && __VERIFIER_nondet_bool())
        return other > 3;   //~ violated uninitialized
    if (scanf("%7s", text) == 1 && text[0] == 'a')
        return 2;
    long m = read(0, bytes, sizeof bytes);
    if (m > 0 && bytes[0])
        return 3;
    if (m == 1)
        return bytes[1] > 0; //~ violated uninitialized
    return 0;
}

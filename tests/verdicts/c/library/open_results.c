// Of these results only the sign, or that they are not zero, is promised.
// run: cairn check %s
// exit: 1
// others: proved 10
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    int order = memcmp("ab", "ad", 2), letter = isalpha('q'), number = 5;
    assert(order < 0 && letter != 0);
    int found = scanf("%d", &number);
    assert(found == 1 || number == 5);
    assert(order == -2); //~ violated assertion
    return 0;
}

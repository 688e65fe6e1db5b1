// A number that does not fit the integer type it becomes gives anything, where that is not asked about.
// run: cairn check %s
// exit: 1
// others: proved 2
#include <assert.h>
double large = 1e30, negative = -1.0, fraction = -0.5;

int main(void) {
    assert((int)fraction == 0);
    assert((unsigned)fraction == 0);
    assert((long)large == 0);       //~ violated assertion
    assert((unsigned)negative < 1); //~ violated assertion
    return 0;
}

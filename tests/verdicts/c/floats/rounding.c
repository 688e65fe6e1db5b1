// Ten tenths are not one; a half and a quarter are exact.
// run: cairn check %s
// exit: 1
// others: proved 3
#include <assert.h>
int main(void) {
    double sum = 0.0;
    for (int i = 0; i < 10; i++)
        sum += 0.1;
    assert(sum > 0.999 && sum < 1.001);
    assert(0.5f + 0.25f == 0.75f);
    assert(sum == 1.0); //~ violated assertion
    return 0;
}

// A violation that needs 60,000 rounds: too many to unroll, few enough to run.
// run: cairn check %s
// exit: 1
// others: proved 1
#include <assert.h>
extern unsigned short nondet_ushort(void);
extern int nondet_int(void);

int main(void) {
    unsigned short limit = nondet_ushort();
    unsigned count = 0;
    while (count < limit)
        count++;
    assert(count < 65535); //~ violated assertion
    int size = nondet_int();
    if (size < 0 || size > 60000)
        return 0;
    int sum = 0;
    for (int i = 0; i < size; i++)
        sum += 40000; //~ violated overflow
    return 0;
}

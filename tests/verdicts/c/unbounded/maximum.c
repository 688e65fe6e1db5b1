// The largest element of an array of any length is not below any element.
// run: cairn check %s
// others: proved
#include <assert.h>
int nondet_int(void);

#define N 5000
static int a[N];

int main(void) {
    int n = nondet_int(), largest;
    if (n < 1 || n > N)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = nondet_int();
    largest = a[0];
    for (int i = 0; i < n; i++)
        if (a[i] > largest)
            largest = a[i];
    for (int i = 0; i < n; i++)
        assert(a[i] <= largest);
    return 0;
}

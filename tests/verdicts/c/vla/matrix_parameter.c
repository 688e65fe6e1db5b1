// A matrix whose dimensions are parameters.
// run: cairn check %s
// others: proved 8
#include <assert.h>
static int trace(int n, int m[n][n]) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += m[i][i];
    return sum;
}

int main(void) {
    int two[2][2] = {{1, 2}, {3, 4}}, three[3][3] = {{1, 0, 0}, {0, 5, 0}, {0, 0, 9}};
    assert(trace(2, two) == 5);
    assert(trace(3, three) == 15);
    return 0;
}

// Multiplying by the unit matrix changes nothing.
// run: cairn check %s
// others: proved 24
#include <assert.h>
signed char __VERIFIER_nondet_schar(void);
#define N 3

static void multiply(int result[N][N], const int a[N][N], const int b[N][N]) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            result[i][j] = 0;
            for (int k = 0; k < N; k++)
                result[i][j] += a[i][k] * b[k][j];
        }
}

int main(void) {
    static const int unit[N][N] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    int a[N][N], product[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = __VERIFIER_nondet_schar();
    multiply(product, a, unit);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            assert(product[i][j] == a[i][j]);
    return 0;
}

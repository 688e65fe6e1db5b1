// The sieve of Eratosthenes.
// run: cairn check %s
// others: proved 7
#include <assert.h>
#include <stdbool.h>
#define N 60

int main(void) {
    bool composite[N] = {false};
    int primes = 0;
    for (int i = 2; i < N; i++) {
        if (composite[i])
            continue;
        primes++;
        for (int j = i * i; j < N; j += i)
            composite[j] = true;
    }
    assert(primes == 17 && !composite[59] && composite[57]);
    return 0;
}

// The search finds what is there, at the place where it is, for every key.
// run: cairn check %s
// others: proved 10
#include <assert.h>
int __VERIFIER_nondet_int(void);

static const int table[] = {-40, -7, 0, 3, 12, 55, 90, 1000};
#define COUNT (int)(sizeof table / sizeof table[0])

static int find(int key) {
    int low = 0, high = COUNT - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (table[middle] == key)
            return middle;
        if (table[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(void) {
    int key = __VERIFIER_nondet_int();
    int at = find(key);
    assert(at == -1 || table[at] == key);
    if (key == 55)
        assert(at == 5);
    return 0;
}

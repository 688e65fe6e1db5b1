// The index of a child in a heap that shrinks: many values that live only within one iteration.
// run: cairn check %s --no-check overflow
// others: proved 1
#include <assert.h>
int __VERIFIER_nondet_int(void);
void require(int condition) {
    assert(condition);
}

int main(void) {
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > 1000000)
        return 0;
    int first = size / 2 + 1, last = size;
    if (first > 1)
        first--;
    else
        last--;
    while (last > 1) {
        int parent = first, child = 2 * first;
        while (child <= last) {
            if (child < last) {
                require(child >= 1);
                require(child <= size);
                require(child + 1 >= 1);
                require(child + 1 <= size);
                if (__VERIFIER_nondet_int())
                    child = child + 1;
            }
            require(child >= 1);
            require(child <= size);
            if (__VERIFIER_nondet_int())
                break;
            require(parent >= 1);
            require(parent <= size);
            require(child >= 1);
            require(child <= size);
            parent = child;
            child = 2 * child;
        }
        if (first > 1) {
            require(first >= 1);
            require(first <= size);
            first--;
        } else {
            require(last >= 1);
            require(last <= size);
            last--;
        }
    }
    return 0;
}

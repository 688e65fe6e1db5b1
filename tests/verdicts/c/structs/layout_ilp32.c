// The same questions on a 32-bit machine.
// run: cairn check %s --data-model ilp32
// others: proved 3
#include <stddef.h>
#define assert __VERIFIER_assert // the headers of a 32-bit C library are seldom there
void __VERIFIER_assert(int);
struct mixed {
    char tag;
    long number;
    void *pointer;
    short end;
};

int main(void) {
    assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(size_t) == 4 && sizeof(long long) == 8);
    assert(sizeof(struct mixed) == 16 && offsetof(struct mixed, pointer) == 8);
    assert(-1L > 0u);
    return 0;
}

// The time is written to a structure.
// run: cairn check %s
// others: proved 7
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec now;
    if (timespec_get(&now, TIME_UTC))
        assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
    return 0;
}

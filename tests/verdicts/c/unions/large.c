// A union of two gigabytes is memory like any other: what is stored to one member is read from the others.
// run: cairn check %s
// exit: 1
// others: proved 18
#include <assert.h>
union pool {
    unsigned char bytes[2147483648u];
    long first;
    struct {
        int low;
        short high;
    } parts;
};
struct holder {
    int tag;
    union pool pool;
};
static struct holder holder;
static union pool pools[2];

int main(void) {
    holder.pool.first = 0x0102030405060708L;
    assert(holder.pool.bytes[0] == 8 && holder.pool.bytes[7] == 1);
    holder.pool.bytes[2147483647u] = 9;
    assert(holder.pool.bytes[2147483647u] == 9 && holder.pool.parts.low == 0x05060708);
    holder.tag = 4;
    assert(holder.pool.bytes[0] == 8);
    pools[1].parts.high = 7;
    assert(pools[1].bytes[4] == 7 && pools[0].bytes[4] == 0);
    union pool *first = &pools[0];
    first->first = 5;
    assert(pools[0].parts.low == 5);
    assert(first->bytes[0] == 6); //~ violated assertion
    return 0;
}

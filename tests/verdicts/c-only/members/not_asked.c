// Clearing several members from the first one on is accepted unless the check is asked for.
// run: cairn check %s
// others: proved 1
#include <string.h>
struct point {
    int x, y, z;
};

int main(void) {
    struct point p;
    memset(&p.x, 0, sizeof p);
    return p.z;
}

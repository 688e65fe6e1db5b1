// What is known about bytes between members: filled, copied, static, or of parts that an initialiser leaves out.
// run: cairn check %s
// others: proved 36
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct padded {
    char first;
    int second;
    short third;
};
static struct padded one = {1, 2, 3}, other = {1, 2, 3};

int main(void) {
    struct padded filled, copied, assigned;
    memset(&filled, 0, sizeof filled);
    filled.first = 1;
    filled.third = 3;
    unsigned char *bytes = (unsigned char *)&filled;
    assert(bytes[1] == 0 && bytes[3] == 0 && bytes[10] == 0);
    memcpy(&copied, &filled, sizeof copied);
    assigned = filled;
    assert(memcmp(&filled, &copied, sizeof filled) == 0);
    assert(memcmp(&filled, &assigned, sizeof filled) == 0);
    assert(memcmp(&one, &other, sizeof one) == 0);
    struct padded several[3] = {{1, 2, 3}};
    assert(((unsigned char *)&several[2])[2] == 0);
    struct padded *cleared = calloc(1, sizeof *cleared);
    if (cleared)
        assert(((char *)cleared)[11] == 0);
    free(cleared);
    return 0;
}

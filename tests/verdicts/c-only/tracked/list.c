// Static objects lead to all that is kept: a list, a table, a member that points into the middle.
// run: cairn check %s --property ../../c/svcomp/valid-memsafety.prp
// others: proved 11
#include <stdlib.h>
struct item {
    struct item *next;
    int number;
};
static struct item *first;
static char *names[4];
static struct {
    int count;
    struct {
        const char *middle;
        void *raw;
    } place;
} settings;

int main(void) {
    static short *kept;
    first = malloc(sizeof *first);
    first->next = malloc(sizeof *first);
    first->next->next = NULL;
    for (int i = 0; i < 4; i++)
        names[i] = malloc(3);
    settings.place.middle = (char *)malloc(8) + 3;
    settings.place.raw = malloc(100);
    kept = malloc(sizeof *kept);
    kept = realloc(kept, 2 * sizeof *kept);
    return 0;
}

// A list that grows without a bound: the objects that a loop makes and keeps have no description yet.
// run: cairn check %s --timeout 3 --malloc-succeeds
// today: exit 2
// others: proved
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *list = 0;
    while (nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = 1;
        fresh->next = list;
        list = fresh;
    }
    if (list)
        assert(list->value == 1);
    return 0;
}

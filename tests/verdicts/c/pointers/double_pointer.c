// Removing from a list through the address of the pointer that leads there.
// run: cairn check %s
// others: proved 13
#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static void drop(struct node **link, int key) {
    while (*link != NULL && (*link)->key != key)
        link = &(*link)->next;
    if (*link != NULL)
        *link = (*link)->next;
}

int main(void) {
    struct node c = {3, NULL}, b = {2, &c}, a = {1, &b}, *list = &a;
    int key = __VERIFIER_nondet_int(), left = 0;
    drop(&list, key);
    for (struct node *n = list; n != NULL; n = n->next) {
        assert(n->key != key);
        left++;
    }
    assert(left == (key >= 1 && key <= 3 ? 2 : 3));
    return 0;
}

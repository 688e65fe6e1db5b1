// Sorted insertion into a list of separate nodes keeps the order for every input.
// run: cairn check %s
// others: proved 12
#include <assert.h>
#include <stddef.h>
unsigned char __VERIFIER_nondet_uchar(void);
struct node {
    int key;
    struct node *next;
};

static struct node *insert(struct node *list, struct node *node) {
    if (list == NULL || node->key <= list->key) {
        node->next = list;
        return node;
    }
    list->next = insert(list->next, node);
    return list;
}

int main(void) {
    struct node a = {__VERIFIER_nondet_uchar(), NULL}, b = {__VERIFIER_nondet_uchar(), NULL};
    struct node *list = insert(insert(NULL, &a), &b);
    assert(list->next != NULL && list->key <= list->next->key && list->next->next == NULL);
    return 0;
}

// Unlinking a node forgets one of the two directions.
// run: cairn check %s
// exit: 1
// others: proved 11
#include <assert.h>
struct node {
    struct node *next, *previous;
};

static void insert(struct node *after, struct node *node) {
    node->next = after->next;
    node->previous = after;
    after->next->previous = node;
    after->next = node;
}
static void unlink(struct node *node) {
    node->previous->next = node->next;
}

int main(void) {
    struct node head = {&head, &head}, a, b;
    insert(&head, &a);
    insert(&a, &b);
    assert(head.next == &a && a.next == &b && b.next == &head && head.previous == &b);
    unlink(&a);
    assert(head.next == &b);
    assert(b.previous == &head); //~ violated assertion
    return 0;
}

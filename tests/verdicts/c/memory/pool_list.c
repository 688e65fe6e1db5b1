// A sorted list of nodes from an array.
// run: cairn check %s
// others: proved 18
#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);
#define N 4
struct node { int value; struct node *next; };
static struct node pool[N];
static struct node *head;
static void insert_sorted(struct node *n) {
    struct node **p = &head;
    while (*p != NULL && (*p)->value < n->value)
        p = &(*p)->next;
    n->next = *p;
    *p = n;
}
int main(void) {
    for (int i = 0; i < N; i++) {
        pool[i].value = __VERIFIER_nondet_int();
        insert_sorted(&pool[i]);
    }
    int count = 0;
    for (struct node *n = head; n != NULL; n = n->next) {
        if (n->next != NULL) assert(n->value <= n->next->value);
        count++;
    }
    assert(count == N);
    return 0;
}

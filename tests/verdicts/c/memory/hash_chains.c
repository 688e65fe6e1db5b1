// A table of lists, the nodes found through pointers to links.
// run: cairn check %s
// others: proved 20
#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
#define B 16
struct node { unsigned key; int value; struct node *next; };
static struct node *buckets[B];
static int put(unsigned key, int value) {
    struct node **p = &buckets[key % B];
    while (*p) { if ((*p)->key == key) { (*p)->value = value; return 1; } p = &(*p)->next; }
    struct node *n = malloc(sizeof *n);
    if (!n) return 0;
    n->key = key; n->value = value; n->next = NULL;
    *p = n;
    return 1;
}
static int get(unsigned key) {
    for (struct node *n = buckets[key % B]; n; n = n->next) if (n->key == key) return n->value;
    return -1;
}
int main(void) {
    unsigned keys[5];
    for (int i = 0; i < 5; i++) {
        keys[i] = __VERIFIER_nondet_uint();
        if (!put(keys[i], i)) return 0;
        assert(get(keys[i]) == i);
    }
    assert(get(keys[0]) >= 0);
    return 0;
}

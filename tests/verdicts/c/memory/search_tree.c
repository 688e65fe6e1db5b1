// Three nodes in a search tree, each with an arbitrary key.
// run: cairn check %s
// others: proved 10
#include <assert.h>
#include <stddef.h>
unsigned char __VERIFIER_nondet_uchar(void);
struct node {
    int key;
    struct node *left, *right;
};
static struct node nodes[3];
static void insert(struct node **root, struct node *node) {
    while (*root != NULL)
        root = node->key < (*root)->key ? &(*root)->left : &(*root)->right;
    *root = node;
}
int main(void) {
    struct node *root = NULL;
    for (int i = 0; i < 3; i++) {
        nodes[i].key = __VERIFIER_nondet_uchar();
        insert(&root, &nodes[i]);
    }
    assert(root == &nodes[0]);
    return 0;
}

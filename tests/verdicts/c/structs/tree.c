// A search tree in an array of nodes: what was inserted is found.
// run: cairn check %s
// others: proved 13
#include <assert.h>
#include <stddef.h>
unsigned char __VERIFIER_nondet_uchar(void);

struct node {
    int key;
    struct node *left, *right;
};
static struct node nodes[4] = {{50}, {20}, {80}, {60}};

static void insert(struct node **root, struct node *node) {
    while (*root != NULL)
        root = node->key < (*root)->key ? &(*root)->left : &(*root)->right;
    *root = node;
}
static int contains(const struct node *root, int key) {
    while (root != NULL && root->key != key)
        root = key < root->key ? root->left : root->right;
    return root != NULL;
}

int main(void) {
    struct node *root = NULL;
    for (int i = 0; i < 4; i++)
        insert(&root, &nodes[i]);
    int key = __VERIFIER_nondet_uchar();
    assert(contains(root, key) == (key == 50 || key == 20 || key == 80 || key == 60));
    return 0;
}

// A search tree of allocated nodes, inserted through a pointer to a link.
// run: cairn check %s
// others: proved 20
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct tree { int key; struct tree *left, *right; };
int main(void) {
    struct tree *root = NULL;
    int first = 0;
    for (int i = 0; i < 5; i++) {
        struct tree *n = malloc(sizeof *n);
        if (!n) return 0;
        n->key = __VERIFIER_nondet_int(); n->left = n->right = NULL;
        if (i == 0) first = n->key;
        struct tree **p = &root;
        while (*p) p = n->key < (*p)->key ? &(*p)->left : &(*p)->right;
        *p = n;
    }
    assert(root->key == first);
    struct tree *m = root;
    while (m->left) { assert(m->left->key < m->key); m = m->left; }
    return 0;
}

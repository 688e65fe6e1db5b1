// Releasing a tree bottom-up leaves nothing behind.
// run: cairn check %s --check leak --malloc-succeeds
// others: proved 18
#include <assert.h>
#include <stdlib.h>
struct node {
    struct node *left, *right;
};

static struct node *grow(int depth) {
    if (depth == 0)
        return NULL;
    struct node *node = malloc(sizeof *node);
    node->left = grow(depth - 1);
    node->right = grow(depth - 2 < 0 ? 0 : depth - 2);
    return node;
}
static int release(struct node *node) {
    if (node == NULL)
        return 0;
    int count = release(node->left) + release(node->right) + 1; //~ note C0063
    free(node);
    return count;
}

int main(void) {
    assert(release(grow(3)) == 4);
    return 0;
}

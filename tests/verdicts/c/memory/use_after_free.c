// Releasing a list while walking it.
// run: cairn check %s --malloc-succeeds
// exit: 1
// others: proved 3
#include <stdlib.h>
struct node {
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 2; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    for (struct node *n = list; n != NULL; n = n->next) //~ violated pointer
        free(n);
    return 0;
}

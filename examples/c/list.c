/* A list that is built, searched and released. Try:

       cairn check examples/c/list.c
       cairn check examples/c/list.c --check leak
       cairn check examples/c/list.c --malloc-succeeds

   The first run finds that nobody looked whether `malloc` succeeded. */

#include <assert.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

static struct node *insert(struct node *list, int key) {
    struct node *new = malloc(sizeof *new);
    new->key = key;
    new->next = list;
    return new;
}

static int contains(const struct node *list, int key) {
    for (; list != NULL; list = list->next)
        if (list->key == key)
            return 1;
    return 0;
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 5; i++)
        list = insert(list, i * i);
    assert(contains(list, 9) && !contains(list, 10));
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

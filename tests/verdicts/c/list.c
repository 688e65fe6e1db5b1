// A list is built, reversed and released; nothing leaks.
// run: cairn check %s --check leak
// others: proved 11
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value) {
    struct node *new = malloc(sizeof *new);
    if (new == NULL)
        return list;
    new->value = value;
    new->next = list;
    return new;
}

static struct node *reversed(struct node *list) {
    struct node *done = NULL;
    while (list != NULL) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 4; i++)
        list = push(list, i);
    list = reversed(list);
    int last = -1;
    while (list != NULL) {
        assert(list->value > last);
        last = list->value;
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

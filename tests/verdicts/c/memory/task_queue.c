// Tasks in a queue through links inside them, taken out at arbitrary places.
// run: cairn check %s
// others: proved 20
#include <assert.h>
#include <stddef.h>
unsigned __VERIFIER_nondet_uint(void);
struct link { struct link *prev, *next; };
struct task { int id; struct link queue; };
static struct task tasks[5];
static struct link head;
#define container(p) ((struct task *)((char *)(p) - offsetof(struct task, queue)))
static void add(struct link *l) { l->prev = head.prev; l->next = &head; head.prev->next = l; head.prev = l; }
static void del(struct link *l) { l->prev->next = l->next; l->next->prev = l->prev; l->next = l->prev = l; }
int main(void) {
    head.prev = head.next = &head;
    for (int i = 0; i < 5; i++) { tasks[i].id = i; add(&tasks[i].queue); }
    for (int k = 0; k < 3; k++) {
        unsigned i = __VERIFIER_nondet_uint();
        if (i >= 5) return 0;
        del(&tasks[i].queue);
    }
    int last = -1;
    for (struct link *l = head.next; l != &head; l = l->next) { assert(container(l)->id > last); last = container(l)->id; }
    return 0;
}

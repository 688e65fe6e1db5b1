// From a member back to the record that holds it, as kernels do.
// run: cairn check %s
// others: proved 5
#include <assert.h>
#include <stddef.h>
#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

struct link {
    struct link *next;
};
struct task {
    int priority;
    struct link queue;
};

int main(void) {
    struct task low = {1, {NULL}}, high = {9, {&low.queue}};
    int sum = 0;
    for (struct link *l = &high.queue; l != NULL; l = l->next)
        sum += container_of(l, struct task, queue)->priority;
    assert(sum == 10);
    assert(container_of(&low.queue, struct task, queue) == &low);
    return 0;
}

// The member is in another kind of record: the computed address lies before it.
// run: cairn check %s
// exit: 1
// others: proved 0
#include <stddef.h>
struct link {
    struct link *next;
};
struct task {
    long priority;
    struct link queue;
};
struct timer {
    struct link queue;
};

int main(void) {
    struct timer timer = {{NULL}};
    struct task *task = (struct task *)((char *)&timer.queue - offsetof(struct task, queue));
    return (int)task->priority; //~ violated pointer
}

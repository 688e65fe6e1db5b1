// A sorted list linked by indices, through a pointer to a link.
// run: cairn check %s
// others: proved 15
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
#define N 4
struct node { int value; int next; };
static struct node pool[N];
int main(void) {
    int head = -1;
    for (int i = 0; i < N; i++) {
        pool[i].value = __VERIFIER_nondet_uchar();
        int *link = &head;
        while (*link >= 0 && pool[*link].value < pool[i].value) link = &pool[*link].next;
        pool[i].next = *link;
        *link = i;
    }
    int last = -1;
    for (int at = head; at >= 0; at = pool[at].next) { assert(pool[at].value >= last); last = pool[at].value; }
    return 0;
}

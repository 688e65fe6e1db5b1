// What is written before it is read has a value: through out parameters, loops, unions, and copies with padding.
// run: cairn check %s --check uninitialized --malloc-succeeds
// others: proved 41
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

extern int nondet_int(void);
struct padded {
    char c;
    int i;
};
struct node {
    struct node *next;
    int value;
};

static int get(int k, int *out) {
    if (k <= 0)
        return 0;
    *out = k;
    return 1;
}
static void copy(void *to, const void *from, unsigned n) {
    unsigned char *a = to;
    const unsigned char *b = from;
    while (n--)
        *a++ = *b++;
}
static int sum(int n, ...) {
    va_list list;
    int total = 0;
    va_start(list, n);
    while (n--)
        total += va_arg(list, int);
    va_end(list);
    return total;
}
static int numbers(void) {
    int a[8], total = 0;
    for (int i = 0; i < 8; i++)
        a[i] = i;
    for (int i = 0; i < 8; i++)
        total += a[i];
    return total;
}
static int list(void) {
    struct node *head = 0;
    int total = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *next = head->next;
        total += head->value;
        free(head);
        head = next;
    }
    return total;
}
int main(void) {
    int value;
    struct padded p, q, r;
    union {
        int i;
        unsigned char bytes[4];
    } u;
    u.i = 7;
    p.c = 1;
    p.i = 2;
    copy(&q, &p, sizeof p);
    memcpy(&r, &q, sizeof q);
    if (get(nondet_int(), &value) && value == 3)
        return 1;
    int total = numbers();
    total += list();
    return q.i + r.c + u.bytes[3] + sum(2, 1, 2) + total;
}

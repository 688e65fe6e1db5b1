// The mistake is in the other file.
// run: cairn check %s queue_part.c
// exit: 1
// others: proved 4
#include "queue_part.h"

int main(void) {
    for (int i = 0; i < 5; i++)
        queue_push(i);
    return queue_pop();
}

// part-of: queue.c
#include "queue_part.h"
static int cells[4], used;

void queue_push(int value) {
    cells[used++] = value; //~ violated index
}
int queue_pop(void) {
    return used > 0 ? cells[--used] : -1;
}

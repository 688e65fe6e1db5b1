// part-of: queue.c
void queue_push(int value);
int queue_pop(void);

// part-of: counter.c
extern int shared;
static int hidden = 50;

int advance(void) {
    return ++shared;
}
int hidden_elsewhere(void) {
    return hidden;
}

/* errno.h: the macros of C libraries expand to one of these. */
static int number;

int *__errno_location(void) { return &number; }
int *__error(void) { return &number; }

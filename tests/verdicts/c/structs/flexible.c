// A message whose text follows its header.
// run: cairn check %s
// exit: 1
// others: proved 3
#include <stdlib.h>
struct message {
    unsigned length;
    char text[];
};

static struct message *message(unsigned length) {
    struct message *m = malloc(sizeof *m + length);
    if (m != NULL)
        m->length = length;
    return m;
}

int main(void) {
    struct message *m = message(5);
    if (m == NULL)
        return 0;
    for (unsigned i = 0; i <= m->length; i++)
        m->text[i] = 'a'; //~ violated pointer
    free(m);
    return 0;
}

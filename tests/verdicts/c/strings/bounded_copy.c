// A copy that always ends the text, whatever the source.
// run: cairn check %s
// others: proved 17
#include <assert.h>
#include <stddef.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

static size_t copy(char *to, const char *from, size_t size) {
    size_t i = 0;
    for (; i + 1 < size && from[i] != '\0'; i++)
        to[i] = from[i];
    if (size > 0)
        to[i] = '\0';
    return i;
}

int main(void) {
    char from[6], to[4];
    for (int i = 0; i < 5; i++)
        from[i] = __VERIFIER_nondet_char();
    from[5] = '\0';
    size_t copied = copy(to, from, sizeof to);
    assert(copied == strlen(to) && copied <= 3);
    assert(strncmp(from, to, copied) == 0);
    return 0;
}

// run: cairn check %s
// exit: 1
// others: proved 16
// A pointer and a number in front of bytes, in an object whose size is known only to be small.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
struct text {
    void *owner;
    size_t length;
    unsigned char bytes[];
};
extern size_t __VERIFIER_nondet_size_t(void);
static int owner;

static struct text *make(size_t length) {
    struct text *made = malloc(sizeof *made + length + 1);
    if (!made) return NULL;
    made->owner = &owner;
    made->length = length;
    for (size_t i = 0; i < length; i++) made->bytes[i] = 'x';
    made->bytes[length] = 0;
    return made;
}

int main(void) {
    size_t length = __VERIFIER_nondet_size_t();
    if (length > 6) return 0;
    struct text *text = make(length);
    if (!text) return 0;
    assert(text->bytes[text->length] == 0); //~ proved assertion
    assert(text->owner == &owner); //~ proved assertion
    size_t i = __VERIFIER_nondet_size_t();
    if (i < text->length) {
        assert(text->bytes[i] == 'x'); //~ proved assertion
        text->bytes[i] = 0;
    }
    assert(text->bytes[0] == 'x'); //~ violated assertion
    assert(text->bytes[7] == 'x'); //~ violated pointer
    free(text);
    return 0;
}

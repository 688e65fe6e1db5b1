// `asprintf` makes a new text, which ends and must be released; if it fails, there is no pointer.
// run: cairn check %s --check leak
// exit: 1
// others: proved 9
#include <assert.h>
#include <stdlib.h>
int asprintf(char **to, const char *format, ...);
int __VERIFIER_nondet_int(void);

int main(void) {
    char *text;
    int length = asprintf(&text, "%d lines", __VERIFIER_nondet_int());
    if (length >= 0) {
        assert(text[length] == 0);
        free(text);
    } else if (__VERIFIER_nondet_int()) {
        free(text); //~ violated free
    }
    return 0;
}

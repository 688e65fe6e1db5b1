// A string literal must not be written, by whatever way.
// run: cairn check %s
// exit: 1
// others: proved 1
#include <string.h>
int __VERIFIER_nondet_int(void);

static void shout(char *text) {
    text[0] = 'X'; //~ violated pointer, proved pointer
}

int main(void) {
    char own[] = "abc", *text = "abc";
    const char *fine = "never written";
    int way = __VERIFIER_nondet_int();
    own[0] = fine[0];
    shout(own);
    if (way == 1)
        shout(text);
    if (way == 2)
        memset(text, 'x', 2); //~ violated pointer, proved pointer
    return 0;
}

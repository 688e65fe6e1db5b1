// A string literal must not be written.
// run: cairn check %s
// exit: 1

int main(void) {
    char *text = "abc";
    text[0] = 'x'; //~ violated pointer
    return 0;
}

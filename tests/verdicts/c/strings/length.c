// Text without an end.
// run: cairn check %s
// exit: 1
// others: proved 0
static unsigned length(const char *text) {
    unsigned n = 0;
    while (text[n] != '\0') //~ violated pointer
        n++;
    return n;
}

int main(void) {
    char code[3] = "abc";
    return (int)length(code);
}

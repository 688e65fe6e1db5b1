// Reading a decimal number: a long one overflows.
// run: cairn check %s
// exit: 1
// others: proved 6
char __VERIFIER_nondet_char(void);
#define SIZE 12

static int parse(const char *text) {
    int value = 0;
    for (; *text >= '0' && *text <= '9'; text++) {
        value = value * 10;     //~ violated overflow
        value += (*text - '0'); //~ violated overflow
    }
    return value;
}

int main(void) {
    char text[SIZE];
    for (int i = 0; i < SIZE - 1; i++)
        text[i] = __VERIFIER_nondet_char();
    text[SIZE - 1] = '\0';
    return parse(text) < 0;
}

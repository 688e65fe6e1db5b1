// Escaping doubles some characters; the buffer was made for the text without them.
// run: cairn check %s
// exit: 1
// others: proved 7
char __VERIFIER_nondet_char(void);
#define SIZE 4

int main(void) {
    char in[SIZE], out[SIZE + 2];
    int used = 0;
    for (int i = 0; i < SIZE; i++)
        in[i] = __VERIFIER_nondet_char();
    for (int i = 0; i < SIZE; i++) {
        if (in[i] == '\\')
            out[used++] = '\\'; //~ violated index
        out[used++] = in[i]; //~ violated index
    }
    return out[0];
}

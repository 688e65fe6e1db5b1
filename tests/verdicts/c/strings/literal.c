// A string literal must not be written.
// run: cairn check %s
// exit: 1
// others: proved 2
int main(void) {
    char own[] = "on";
    own[0] = 'O';
    char *text = "off";
    text[0] = 'O'; //~ violated pointer
    return own[0] == text[0];
}

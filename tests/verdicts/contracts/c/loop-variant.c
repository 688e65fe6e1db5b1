// run: cairn check %s
// exit: 1
// others: proved 1

int main(void) {
    int i = 5;
    /*@ loop variant 10 - i;   //~ violated variant
    */
    while (i > 0) i--;
    return 0;
}

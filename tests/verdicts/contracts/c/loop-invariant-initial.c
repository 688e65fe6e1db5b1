// run: cairn check %s
// exit: 1
// others: proved 1

int main(void) {
    int i = 0;
    /*@ loop invariant i >= 1;   //~ violated invariant-initial, proved invariant-preserved
    */
    while (i < 5) i++;
    return 0;
}

// run: cairn check %s
// exit: 1
// others: proved 1

int main(void) {
    int i = 0;
    /*@ loop invariant i <= 4;   //~ proved invariant-initial, violated invariant-preserved
    */
    while (i < 5) i++;
    return 0;
}

// run: cairn check %s
// exit: 1
// others: proved 3

int main(void) {
    int x = 3;
    //@ ghost int before = x;
    x = x + 4;
    //@ assert x == before + 4;
    /*@ ghost before = x; */
    //@ assert x == before;
    //@ assert x != before;   //~ violated assertion
    return 0;
}

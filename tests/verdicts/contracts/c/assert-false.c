// run: cairn check %s
// exit: 1

int main(void) {
    int x = 3;
    //@ assert x == 3;   //~ proved assertion
    //@ assert x == 4;   //~ violated assertion
    return 0;
}

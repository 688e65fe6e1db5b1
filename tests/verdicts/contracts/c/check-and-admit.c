// run: cairn check %s
// exit: 1
// others: proved 1

int nondet_int(void);

int main(void) {
    int x = nondet_int();
    //@ admit x > 5;
    //@ check x > 4;
    //@ check x > 6;   //~ violated assertion
    return 0;
}

// run: cairn check %s
// exit: 1
// others: proved 1

int nondet_int(void);

int main(void) {
    int x = nondet_int();
    if (x >= 0 && x < 10) {
        //@ assert 0 <= x < 10 <= 10;
        //@ assert 0 < x < 10;   //~ violated assertion
    }
    return 0;
}

// run: cairn check %s
// exit: 1
// others: proved 2

int nondet_int(void);

int main(void) {
    int x = nondet_int() % 100;
before:
    x = x + 1;
    //@ assert x == \at(x, before) + 1;
    //@ assert x == \at(x, before);   //~ violated assertion
    return 0;
}

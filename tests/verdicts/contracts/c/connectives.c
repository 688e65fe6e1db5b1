// run: cairn check %s
// exit: 1
// others: proved 3

int nondet_int(void);

int main(void) {
    int x = nondet_int(), y = x > 3;
    //@ assert y <==> x > 3;
    //@ assert x > 3 ==> y;
    //@ assert (y == 1) ^^ (x <= 3);
    //@ assert y ==> x > 4;   //~ violated assertion
    return 0;
}

// run: cairn check %s
// exit: 1
// others: proved 1

int nondet_int(void);

int main(void) {
    int x = nondet_int();
    int y = x < 0 ? -1 : 1;
    //@ assert \let s = (x < 0 ? -1 : 1); y == s;
    //@ assert y == (x <= 0 ? -1 : 1);   //~ violated assertion
    return 0;
}

// run: cairn check %s
// exit: 1
// others: proved 4

unsigned nondet_unsigned(void);

int main(void) {
    unsigned x = nondet_unsigned();
    //@ assert (x & 15) <= 15;
    //@ assert (x | 1) != 0 && ~0 == -1;
    //@ assert (x ^ x) == 0;
    //@ assert (x & 1) == 0;   //~ violated assertion
    return 0;
}

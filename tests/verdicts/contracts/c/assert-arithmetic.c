// run: cairn check %s
// others: proved 3

int nondet_int(void);

// What overflows in C does not in a specification.
int main(void) {
    int x = nondet_int();
    //@ assert x + 1 > x;
    //@ assert -2147483648 <= x <= 2147483647;
    //@ assert (unsigned char) x < 256;
    return 0;
}

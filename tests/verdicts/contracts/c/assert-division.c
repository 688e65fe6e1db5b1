// run: cairn check %s
// others: proved 7

// Division goes towards zero, as in C.
int main(void) {
    int a = -7, b = 2;
    //@ assert a / b == -3;
    //@ assert a % b == -1;
    //@ assert -7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3 && 7 % -2 == 1;
    //@ assert a >> 1 == -4;
    return 0;
}

// run: cairn check %s
// others: proved 8

int main(void) {
    int sum = 0;
    /*@ loop invariant 0 <= i <= 5;
        loop invariant sum == i * (i - 1) / 2;
        loop assigns i, sum;
        loop variant 5 - i;
    */
    for (int i = 0; i < 5; i++) sum += i;
    //@ assert sum == 10;
    return 0;
}

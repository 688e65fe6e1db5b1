// run: cairn check %s
// others: proved 6

int nondet_int(void);

int main(void) {
    int x = nondet_int();
    if (x < 0 || x > 1000) return 0;
    /*@ loop invariant x == \at(x, LoopEntry) + i;
        loop invariant 0 <= i <= 3;
    */
    for (int i = 0; i < 3; i++) x++;
    return 0;
}

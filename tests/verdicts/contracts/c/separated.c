// run: cairn check %s
// exit: 1
// others: proved 5

int main(void) {
    int a[4] = {0}, b = 0;
    int *p = a, *q = &b;
    //@ assert \separated(p + (0 .. 3), q);
    //@ assert \separated(p + (0 .. 1), p + (2 .. 3));
    //@ assert \separated(p + (0 .. 2), p + (2 .. 3));   //~ violated assertion
    return *p + *q;
}

// run: cairn check %s
// exit: 1
// others: proved 3

int main(void) {
    int a[4] = {0};
    int *p = a;
    //@ assert \valid(p + (0 .. 3));
    //@ assert \valid_read(&a[0 .. 3]);
    //@ assert \valid(p + (2 .. 1));
    //@ assert \valid(p + (0 .. 4));   //~ violated assertion
    return 0;
}

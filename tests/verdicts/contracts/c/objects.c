// run: cairn check %s
// others: proved 5

int main(void) {
    int a[4] = {0};
    int *p = a + 1;
    //@ assert \offset(p) == 4 && \block_length(p) == 16;
    //@ assert \base_addr(p) == (char *) a;
    //@ assert p - &a[0] == 1;
    return *p;
}

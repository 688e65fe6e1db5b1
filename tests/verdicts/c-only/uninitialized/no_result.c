// A function that ends without giving its result: fine unless the caller looks at it.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
extern int nondet_int(void);
static int given(int x) {
    if (x)
        return 1;
}
int main(void) {
    given(nondet_int());
    (void)given(0);
    return given(nondet_int()); //~ violated uninitialized
}

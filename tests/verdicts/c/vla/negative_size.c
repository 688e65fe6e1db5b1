// A variable length must not be negative; none at all is accepted, as GNU C does.
// run: cairn check %s
// exit: 1
// others: proved 2
signed char __VERIFIER_nondet_schar(void);

int main(void) {
    int n = __VERIFIER_nondet_schar();
    if (n > 4)
        n = 4;
    char buffer[n]; //~ violated index
    for (int i = 0; i < n; i++)
        buffer[i] = 0;
    return 0;
}

// run: cairn check %s
// exit: 1
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b >= 0)
        a = a % 7;
    double ratio = 1.0 / (a - a); //~ proved overflow
    if (ratio < 0)
        return 0;
    return a / b; //~ violated division-by-zero, violated overflow
}

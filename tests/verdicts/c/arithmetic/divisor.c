// A scale factor from a configuration: zero and minus one are both trouble.
// run: cairn check %s
// exit: 1
// others: proved 5
int __VERIFIER_nondet_int(void);

int main(void) {
    int value = __VERIFIER_nondet_int(), scale = __VERIFIER_nondet_int();
    int rest = 0;
    if (scale > 0)
        rest = value % scale;
    if (scale != 0 && scale != -1)
        rest -= value / scale / 2;
    if (rest == 0)
        return value / scale; //~ violated division-by-zero, violated overflow
    return rest / 10;
}

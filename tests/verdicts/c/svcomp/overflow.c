// What is not asked about stops nothing: `reach_error` returns.
// run: cairn check %s --property no-overflow.prp
// exit: 1
void reach_error(void) {}
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0)
        reach_error();
    return x + 1; //~ violated overflow
}

// Loops that do nothing for ever are no obstacle: nothing behind them is reached.
// run: cairn check %s
// others: proved 1
void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == 1)
        while (1)
            ;
    if (n == 2)
        for (;;) {
        }
    if (n == 3) {
    stuck:
        goto stuck;
    }
    if (n > 0 && n < 4)
        reach_error();
    return 0;
}

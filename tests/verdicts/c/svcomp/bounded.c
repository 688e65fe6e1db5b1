// Bounded is not true.
// run: cairn check %s --property unreach-call.prp --unwind 3 --unwinding assume
// others: bounded 1
void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0;
    while (i < n)
        i++;
    if (i > 10)
        reach_error();
    return 0;
}

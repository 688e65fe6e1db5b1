// run: cairn check %s --property unreach-call.prp
void reach_error(void) {}
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n < 5);
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += i;
    if (sum > 6)
        reach_error(); //~ proved reachable
    return 0;
}

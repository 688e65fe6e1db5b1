// A variable declared in a loop begins again without a value; what is assigned before each read is fine.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 2
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char next(void) { return __VERIFIER_nondet_uchar(); }

int main(void) {
    int sum = 0;
    for (int round = 0; round < 3; round++) {
        unsigned char value, other;
        value = next();
        if (round == 0)
            other = value;
        sum += other; //~ violated uninitialized
    }
    return sum > 0;
}

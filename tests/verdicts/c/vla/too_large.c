// Sizes that no object has are not considered, whatever they wrap around to.
// run: cairn check %s
// others: proved 3
unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n <= 3)
        return 0;
    int line[n];
    line[2] = 5;
    return line[2] - 5;
}

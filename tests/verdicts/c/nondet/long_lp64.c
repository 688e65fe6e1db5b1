// The same with 64 bits.
// run: cairn check %s --data-model lp64
// others: proved 1
unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    long area = __VERIFIER_nondet_ushort();
    area *= 40000;
    return area > 0;
}

// A long has 32 bits in this data model: what is right on one machine overflows on another.
// run: cairn check %s --data-model ilp32
// exit: 1
// others: proved 0
unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    long area = __VERIFIER_nondet_ushort();
    area *= 40000; //~ violated overflow
    return area > 0;
}

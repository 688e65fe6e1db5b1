// A combination that opens the door.
// run: cairn check %s
// exit: 1
// others: proved 3
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), c = __VERIFIER_nondet_uchar();
    if (a * b == 221 && a < b && (a ^ c) == 0x55)
        reach_error(); //~ violated reachable
    if (a * b == 251 && a > 1 && b > 1)
        reach_error();
    return 0;
}

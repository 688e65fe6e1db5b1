// run: cairn check %s
// exit: 1
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned one = 1;
    unsigned bit = one << n; //~ violated shift
    int top = 1 << (n & 31); //~ violated overflow, proved shift
    int half = top >> 1;
    return (int)(bit >> 31) + half; //~ proved overflow
}

// A variable that one path leaves without a value, on request.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 0
int __VERIFIER_nondet_int(void);

int main(void) {
    int input = __VERIFIER_nondet_int(), result;
    if (input > 0)
        result = 1;
    else if (input < 0)
        result = 2;
    return result; //~ violated uninitialized
}

// The conventions of the verification competition.
// run: cairn check %s
// exit: 1
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
void reach_error() { __assert_fail("0", "error_location.c", 7, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void __VERIFIER_assert(int condition) {
    if (!condition) {
    ERROR: {
        reach_error(); //~ violated reachable
        abort();
    }
    }
}

int main() {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 10 && x < 20);
    __VERIFIER_assert(x != 10);
    __VERIFIER_assert(x != 15);
    return 0;
}

// part-of: reached.yml
// The task says ILP32; the overflow on the way to the error is not asked about.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
void reach_error() { __assert_fail("0", "reached.c", 5, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int condition) {
    if (!condition)
        abort();
}

int main() {
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x > 5);
    int more = x + 1;
    if (sizeof(long) == 4 && more > 7)
        reach_error(); //~ violated reachable
    return 0;
}

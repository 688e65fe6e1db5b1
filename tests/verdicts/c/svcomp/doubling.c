// part-of: doubling.yml
// A signed overflow has no meaning in C: an execution that needs one does not reach the error.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    int x = 1;
    for (int i = 0; i < 40; i++) {
        if (__VERIFIER_nondet_int())
            break;
        x = x + x;
    }
    if (x < 1)
        reach_error();
    return 0;
}

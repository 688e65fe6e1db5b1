// A variable whose address is used is followed in memory: it has a value once somebody has written it.
// run: cairn check %s --check uninitialized --no-check overflow
// exit: 1
// others: proved 3
int __VERIFIER_nondet_int(void);
static void set(int *target) { *target = 1; }
static void leave(int *target) { (void)target; }

int main(void) {
    int early;
    int late, never;
    if (__VERIFIER_nondet_int())
        return early; //~ violated uninitialized
    set(&late);
    set(&early);
    leave(&never);
    (void)early;
    return late + early + never; //~ violated uninitialized
}

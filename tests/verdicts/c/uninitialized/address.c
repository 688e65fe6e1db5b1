// Before its address is used, a variable is watched; afterwards anybody may have given it a value, and a warning says so.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 4
int __VERIFIER_nondet_int(void);
static void set(int *target) { *target = 1; }

int main(void) {
    int early; //~ warning C0062
    int late;  //~ warning C0062
    if (__VERIFIER_nondet_int())
        return early; //~ violated uninitialized
    set(&late);
    set(&early);
    (void)early;
    return late + early;
}

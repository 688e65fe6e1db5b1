// A jump past a declaration, in each round of a loop, begins the variable without a value.
// run: cairn check %s --check uninitialized --no-check overflow
// exit: 1
// others: proved 3
extern int nondet_int(void);
static void set(int *p) { *p = 1; }

static int cases(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++)
        switch (i) {
            int k, m;
        case 0:
            k = 1;
            set(&m);
            sum += k + m;
            break;
        case 1:
            if (nondet_int())
                sum += k; //~ violated uninitialized
            else
                sum += m; //~ violated uninitialized
        }
    return sum;
}
static int label(void) {
    if (nondet_int())
        goto there;
    int x = 1;
there:
    return x; //~ violated uninitialized
}
static int nested(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0)
            set(&x);
        sum += x; //~ violated uninitialized
    }
    return sum;
}
int main(void) {
    switch (nondet_int()) {
    case 0:
        return cases();
    case 1:
        return label();
    default:
        return nested();
    }
}

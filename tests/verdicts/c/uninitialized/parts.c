// Every part of a structure and every element of an array needs a value of its own.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 3
unsigned __VERIFIER_nondet_uint(void);
struct point {
    int x, y;
    unsigned a : 3, b : 5;
};

static int members(void) {
    struct point p;
    p.x = 1;
    p.a = 2;
    struct point copy = p;
    copy.x = (int)p.a; //~ proved uninitialized
    if (__VERIFIER_nondet_uint())
        return p.x;  //~ proved uninitialized
    return (int)p.b; //~ violated uninitialized
}

static int elements(void) {
    int table[4];
    for (int i = 0; i < 3; i++)
        table[i] = i;
    unsigned at = __VERIFIER_nondet_uint() % 4;
    return table[at]; //~ violated uninitialized
}

int main(void) {
    return __VERIFIER_nondet_uint() ? members() : elements();
}

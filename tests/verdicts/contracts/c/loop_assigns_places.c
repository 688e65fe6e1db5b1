// run: cairn prove %s
// exit: 1
// others: proved 19

// What a loop writes must be listed, wherever it is; what lives in one iteration need not.
int counter;
void bump(void) { counter = 1; }

int local_array(int n) {
    int b[4] = {0, 0, 0, 0};
    /*@ loop invariant 0 <= i <= 4; loop assigns i; */
    for (int i = 0; i < 4; i++)
        b[i] = n;   //~ violated assigns
    return b[0];
}
int own_variable(int n) {
    int sum = 0;
    /*@ loop invariant 0 <= i <= 4; loop assigns i, sum; */
    for (int i = 0; i < 4; i++) {
        int square = i * i;
        sum = square;
    }
    return sum + (n & 1);
}
int parameter(int n) {
    /*@ loop invariant 0 <= i <= 4; loop assigns i; */
    for (int i = 0; i < 4; i++)
        n = i;   //~ violated assigns
    return n;
}
void global(void) {
    /*@ loop invariant 0 <= i <= 4; loop assigns i; */
    for (int i = 0; i < 4; i++)
        counter = i;   //~ violated assigns
}
void by_call(void) {
    /*@ loop invariant 0 <= i <= 4; loop assigns i; */   //~ proved invariant-initial, unsupported invariant-preserved
    for (int i = 0; i < 4; i++)   //~ unsupported overflow
        bump();   //~ unsupported unsupported
}
/*@ assigns counter; ensures counter == 1; */
void set(void) { counter = 1; }
int by_contract(void) {
    int i = 0;
    /*@ loop invariant 0 <= i <= 3; loop assigns i; */
    while (i < 3) { set(); i++; }   //~ unknown assigns
    return counter;
}

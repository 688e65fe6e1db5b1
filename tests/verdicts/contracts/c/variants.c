// run: cairn prove %s
// exit: 1
// others: proved 14

/*@ requires a >= 0 && b >= 0;
    assigns \nothing;
    ensures \result >= 0;
*/
int greatest_divisor(int a, int b) {
    /*@ loop invariant a >= 0 && b >= 0;
        loop assigns a, b;
        loop variant b;
    */
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/*@ requires a > 0 && b > 0;
    assigns \nothing;
*/
int wrong_variant(int a, int b) {
    /*@ loop invariant a > 0 && b > 0;
        loop assigns a, b;
        loop variant a;   //~ violated variant
    */
    while (a != b)
        if (a > b) a -= b;
        else b -= a;
    return a;
}

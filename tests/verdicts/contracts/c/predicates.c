// run: cairn check %s
// exit: 1
// others: proved 1

/*@ predicate Between(integer low, integer x, integer high) = low <= x <= high;
    predicate Small(integer x) = Between(-10, x, 10);
    logic integer Twice(integer x) = x + x;
*/
int nondet_int(void);

int main(void) {
    int x = nondet_int();
    if (x >= -5 && x <= 5) {
        //@ assert Small(Twice(x));
        //@ assert Small(Twice(x) + 1);   //~ violated assertion
    }
    return 0;
}

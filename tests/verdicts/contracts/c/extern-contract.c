// run: cairn check %s
// exit: 1
// others: proved 1

/*@ assigns \nothing;
    ensures 0 <= \result < 10;
*/
int digit(void);

int main(void) {
    int d = digit();   //~ note C0061
    //@ assert d < 10;   //~ proved assertion
    //@ assert d < 9;    //~ violated assertion
    return 0;
}
